import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { manifestKey } from '../../domain/media/layout.ts';
import { plans } from '../../domain/plans/plans.ts';
import { newUpload } from '../../domain/uploads/new-upload.ts';
import type { AnnouncedFile } from '../../domain/uploads/upload-rules.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';
import { findReplaceable, type UploadTarget } from './upload-target.ts';

/** Drafts an upload with new ids. A replacement keeps the id of its content item. */
export const draftUpload = (
  { newId, now }: UploadsDeps,
  file: AnnouncedFile,
  userId: string,
  { creator, replaced }: UploadTarget,
): Omit<Upload, 'kind'> =>
  newUpload(file, {
    contentId: replaced?.contentId ?? `cnt_${newId()}`,
    uploadId: newId(),
    replacement: replaced !== undefined,
    creatorId: creator.id,
    userId,
    now: now(),
  });

/**
 * Stores an upload and reserves its storage. A replacement is recorded in the audit log. Throws AppError
 * `quota_exceeded`, and whatever `findReplaceable` throws.
 */
export const reserveUpload = async (
  deps: UploadsDeps,
  upload: Upload,
  { creator, replaced }: UploadTarget,
  by: ActBy,
): Promise<void> => {
  const reserve = deps.creators.reserve(creator.id, upload.file_size, plans[creator.plan].storageBytes);
  const result = await deps.uploads.create(
    upload,
    reserve,
    replaced && { isReplaceable: deps.content.mustBeReplaceable(replaced.contentId), by, before: replaced.file },
  );
  if (result === 'not-replaceable' && replaced) await findReplaceable(deps, replaced.contentId);
  if (result === 'no-quota')
    throw new AppError('quota_exceeded', 'This file needs more storage than the plan has left.');
  // A legal hold was set and released at that moment.
  if (result !== 'created') throw new AppError('invalid_state');
};

/**
 * The ids, bucket and paths of an upload. The manifest's path is known before the file is probed, because every
 * conversion includes tier `480`.
 */
export const uploadLocation = (deps: UploadsDeps, { content_id, upload_id, key }: Upload) => ({
  contentId: content_id,
  s3Key: key,
  bucket: deps.bucket,
  region: deps.region,
  cloudFrontUrl: `/${manifestKey(content_id, upload_id, '480')}`,
});
