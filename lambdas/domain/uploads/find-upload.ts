import { AppError } from '../app-error.ts';
import { parseUploadKey, type Upload } from './upload.ts';

/** Where uploads are read. */
export interface UploadReader {
  /** The upload whose file stands under a key. */
  find(key: string): Promise<Upload | undefined>;
}

/**
 * The upload of a key. Throws AppError `upload_not_found` for a key that was never allotted, or whose file was
 * replaced.
 */
export const findUpload = async (uploads: UploadReader, key: string): Promise<Upload> => {
  const upload = parseUploadKey(key) && (await uploads.find(key));
  if (!upload || upload.state === 'replaced') throw new AppError('upload_not_found');
  return upload;
};
