import { SNIFF_BYTES } from '../../domain/media/magic.ts';
import { checkFirstBytes, checkStoredSize } from '../../domain/uploads/check-source.ts';
import type { Upload, UploadRejection } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';

/** The version that was inspected, and why it is rejected, if it is. */
interface Inspection {
  readonly versionId: string;
  readonly rejection: UploadRejection | undefined;
}

/**
 * Inspects the stored file: the version whose conversion has begun, otherwise the current one. Returns undefined when
 * there is no file.
 */
export const inspectUpload = async (deps: UploadsDeps, upload: Upload): Promise<Inspection | undefined> => {
  const stored = await deps.store.find(upload.key, upload.source_version_id ?? undefined);
  if (!stored) return undefined;
  const { versionId } = stored;
  const wrongSize = checkStoredSize(upload.file_size, stored.size);
  if (wrongSize) return { versionId, rejection: wrongSize };
  const bytes = await deps.store.readStart(upload.key, versionId, SNIFF_BYTES);
  return bytes && { versionId, rejection: checkFirstBytes(bytes) };
};
