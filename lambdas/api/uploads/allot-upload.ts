import { storedContentType } from '../../contract/media/upload-limits.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { manifestKey, uploadKey } from '../../domain/media/layout.ts';
import { plans } from '../../domain/plans/plans.ts';
import type { AnnouncedFile } from '../../domain/uploads/upload-rules.ts';
import { CLAIM_TIME_MS, type Upload } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';
import type { UploadTarget } from './upload-target.ts';

/** An upload as it will be stored: new ids, but for that of a content whose file it shall replace. */
export const draftUpload = (
  deps: UploadsDeps,
  file: AnnouncedFile,
  userId: string,
  target: UploadTarget,
): Omit<Upload, 'kind'> => {
  const contentId = target.replaced?.contentId ?? `cnt_${deps.newId()}`;
  const uploadId = deps.newId();
  const now = deps.now();
  return {
    content_id: contentId,
    upload_id: uploadId,
    ...(target.replaced ? { replacement: true } : {}),
    key: uploadKey(contentId, uploadId),
    file_name: file.fileName,
    file_type: storedContentType(file.fileType),
    file_size: file.fileSize,
    state: 'open',
    creator_id: target.creator.id,
    user_id: userId,
    created_at: new Date(now).toISOString(),
    deadline: new Date(now + CLAIM_TIME_MS).toISOString(),
    rev: 1,
  };
};

/**
 * Stores an upload and holds its bytes; that it is to replace a file is noted. Throws AppError `quota_exceeded` when
 * the creator's plan does not reach, or `content_not_found`.
 */
export const storeUpload = async (
  deps: UploadsDeps,
  upload: Upload,
  { creator, replaced }: UploadTarget,
  by: ActBy,
): Promise<void> => {
  const reserve = deps.creators.reserve(creator.id, upload.file_size, plans[creator.plan].storageBytes);
  const result = await deps.uploads.create(
    upload,
    reserve,
    replaced && { contentExists: deps.content.mustExist(replaced.contentId), by, before: replaced.file },
  );
  if (result === 'no-content') throw new AppError('content_not_found');
  if (result === 'no-quota')
    throw new AppError('quota_exceeded', 'The storage of the plan does not reach for this file.');
};

/**
 * What every answer names. Tier `480` exists whatever the file holds, so its manifest is the one path that can be named
 * before the probe.
 */
export const allotted = (deps: UploadsDeps, { content_id, upload_id, key }: Upload) => ({
  contentId: content_id,
  s3Key: key,
  bucket: deps.bucket,
  region: deps.region,
  cloudFrontUrl: `/${manifestKey(content_id, upload_id, '480')}`,
});
