import { AppError } from '../app-error.ts';
import { parseUploadKey, type Upload } from './upload.ts';

/** Where uploads are read. */
export interface UploadReader {
  get(contentId: string): Promise<Upload | undefined>;
}

/** The upload of a key. Throws AppError `upload_not_found` for a key that was never allotted. */
export const findUpload = async (uploads: UploadReader, key: string): Promise<Upload> => {
  const ids = parseUploadKey(key);
  const upload = ids && (await uploads.get(ids.contentId));
  if (upload?.key !== key) throw new AppError('upload_not_found');
  return upload;
};
