import type { UploadRepository } from '../../data/upload-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import { parseUploadKey, type Upload } from '../../domain/uploads/upload.ts';

/** The upload of a key. Throws `upload_not_found` for a key that was never allotted. */
export const findUpload = async (uploads: Pick<UploadRepository, 'get'>, key: string): Promise<Upload> => {
  const ids = parseUploadKey(key);
  const upload = ids && (await uploads.get(ids.contentId));
  if (!upload || upload.key !== key) throw new AppError('upload_not_found');
  return upload;
};
