import type { Content } from '../../domain/content/content.ts';
import { attachmentDisposition } from '../../domain/uploads/download-name.ts';
import type { UploadsDeps } from './deps.ts';

/** Lifetime of a download URL in seconds. A download that began in time can end later. */
const DOWNLOAD_SECONDS = 300;

/** Download URL of a content item's source file, with its original name. Undefined when the file is not stored. */
export const signSource = async ({ uploads, signer }: UploadsDeps, content: Content): Promise<string | undefined> => {
  const { source_key: key, source_version_id: versionId, original_file_name: fileName } = content;
  const upload = await uploads.get(content.id);
  if (!versionId || upload?.state !== 'claimed' || upload.key !== key) return undefined;
  return signer.download({ key, versionId, disposition: attachmentDisposition(fileName), expiresIn: DOWNLOAD_SECONDS });
};
