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

/** Throws what a given-up upload answers: why it was refused, or that it is not there. */
export const assertWanted = (upload: Upload): void => {
  if (upload.state !== 'aborted') return;
  throw upload.refusal ? new AppError(upload.refusal.code, upload.refusal.reason) : new AppError('upload_not_found');
};
