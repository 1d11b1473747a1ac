import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Upload, UploadRefusal } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';

/**
 * Gives an upload up: its storage is released once, then parts and object are removed. What a conversion made of it
 * meanwhile, and what a stop half-way left, the sweeper removes within minutes. Answers the upload as it stands then: a
 * claimed one is untouched, and so is one that is being converted to replace another: its attempt would wait for ever.
 */
export const discardUpload = async (
  deps: UploadsDeps,
  key: string,
  { refusal, by }: { readonly refusal?: UploadRefusal; readonly by?: ActBy },
): Promise<Upload> => {
  const keep = ({ replacement, current_attempt: begun }: Upload) => replacement === true && Boolean(begun);
  const upload = await deps.uploads.abort(key, ['open', 'completed'], new Date(deps.now()).toISOString(), {
    refusal,
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
