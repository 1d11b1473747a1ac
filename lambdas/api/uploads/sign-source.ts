import type { Content } from '../../domain/content/content.ts';
import { attachmentDisposition } from '../../domain/uploads/download-name.ts';
import type { UploadsDeps } from './deps.ts';

/** Seconds that a download may wait before it begins. */
const DOWNLOAD_SECONDS = 300;

/** URL of a download of a content's file under its own name; undefined when no file of it is kept. */
export const signSource = async ({ uploads, signer }: UploadsDeps, content: Content): Promise<string | undefined> => {
  const { source_key: key, source_version_id: versionId, original_file_name: fileName } = content;
  const upload = await uploads.get(content.id);
  if (!versionId || upload?.state !== 'claimed' || upload.key !== key) return undefined;
  return signer.download({ key, versionId, disposition: attachmentDisposition(fileName), expiresIn: DOWNLOAD_SECONDS });
};
