import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type * as z from 'zod/mini';
import type { UploadParts, UploadPartsInput } from '../../contract/media/uploads.ts';
import { AppError } from '../../domain/app-error.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import { goodParts, planParts } from '../../domain/uploads/part-plan.ts';
import { assertWanted, extendedDeadline, type Upload } from '../../domain/uploads/upload.ts';
import { allotted } from './allot-upload.ts';
import type { UploadsDeps } from './deps.ts';

/** The upload with a day from now on to its name; what raced with it decides. */
const keep = (deps: UploadsDeps, key: string): Promise<Upload & { readonly s3_upload_id: string }> =>
  optimistic(async () => {
    const upload = await findUpload(deps.uploads, key);
    assertWanted(upload);
    const { s3_upload_id: s3UploadId } = upload;
    if (upload.state === 'claimed' || s3UploadId === undefined)
      throw new AppError('invalid_state', 'This upload takes no parts.');
    const deadline = extendedDeadline(upload, deps.now());
    const isKept = deadline === upload.deadline || (await deps.uploads.postpone(upload, deadline));
    return isKept ? { ...upload, s3_upload_id: s3UploadId } : RETRY;
  });

/**
 * Takes an upload in parts up again: which of them S3 has, by S3's own list, or the checksum of the file that they
 * became.
 */
export const resumeUpload = async (
  deps: UploadsDeps,
  input: z.infer<typeof UploadPartsInput>,
): Promise<z.infer<typeof UploadParts>> => {
  const upload = await keep(deps, input.s3Key);
  const stored = await deps.store.listParts(upload.key, upload.s3_upload_id);
  const joined = stored ? undefined : await deps.store.find(upload.key);
  if (!stored && !joined) throw new AppError('upload_not_found');
  return {
    ...allotted(deps, upload),
    fileName: upload.file_name,
    fileSize: upload.file_size,
    ...planParts(upload.file_size),
    storedParts: goodParts(upload.file_size, stored ?? []).map(({ partNumber, sha256 }) => ({ partNumber, sha256 })),
    joined: joined?.sha256 ?? null,
  };
};
