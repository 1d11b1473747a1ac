import { AppError } from '../app-error.ts';
import { parseUploadKey, type Upload } from './upload.ts';

/** Reads uploads. */
export interface UploadReader {
  /** The upload with this key. */
  find(key: string): Promise<Upload | undefined>;
}

/**
 * Finds the upload with a key. Throws AppError `upload_not_found` when the key was never assigned or its file was
 * replaced.
 */
export const findUpload = async (uploads: UploadReader, key: string): Promise<Upload> => {
  const upload = parseUploadKey(key) && (await uploads.find(key));
  if (!upload || upload.state === 'replaced') throw new AppError('upload_not_found');
  return upload;
};
