import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Upload, UploadRejection } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';

/**
 * Aborts an upload: releases its storage once, then removes its parts and its object. The sweeper removes converted
 * files, and everything that an interrupted call left. Claimed uploads are not changed, nor are replacements whose
 * conversion has begun, because that conversion would wait forever. Returns the resulting upload.
 */
export const discardUpload = async (
  deps: UploadsDeps,
  key: string,
  { rejection, by }: { readonly rejection?: UploadRejection; readonly by?: ActBy },
): Promise<Upload> => {
  const keep = ({ replacement, current_attempt: attempt }: Upload) => replacement === true && Boolean(attempt);
  const upload = await deps.uploads.abort(key, ['open', 'completed'], new Date(deps.now()).toISOString(), {
    rejection,
    by,
    keep,
  });
  if (!upload) throw new AppError('upload_not_found');
  if (upload.state !== 'aborted' || upload.cleaned) return upload;
  if (upload.s3_upload_id !== undefined) await deps.store.dropParts(upload.key, upload.s3_upload_id);
  await deps.store.removeCurrent(upload.key);
  if (!upload.current_attempt) await deps.uploads.markCleaned(upload);
  return upload;
};
