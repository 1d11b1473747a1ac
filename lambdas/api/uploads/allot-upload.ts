import type { Plan } from '../../contract/shared.ts';
import { storedContentType } from '../../contract/upload-limits.ts';
import { AppError } from '../../domain/app-error.ts';
import { manifestKey, uploadKey } from '../../domain/media/layout.ts';
import { plans } from '../../domain/plans/plans.ts';
import type { AnnouncedFile } from '../../domain/uploads/upload-rules.ts';
import { CLAIM_TIME_MS, type Upload } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './routes.ts';

/** An upload as it will be stored: new ids under the organisation's creator. */
export const draftUpload = (deps: UploadsDeps, file: AnnouncedFile, userId: string, creatorId: string): Omit<Upload, 'kind'> => {
  const contentId = `cnt_${deps.newId()}`;
  const uploadId = deps.newId();
  const now = deps.now();
  return {
    content_id: contentId,
    upload_id: uploadId,
    key: uploadKey(contentId, uploadId),
    file_name: file.fileName,
    file_type: storedContentType(file.fileType),
    file_size: file.fileSize,
    state: 'open',
    creator_id: creatorId,
    user_id: userId,
    created_at: new Date(now).toISOString(),
    deadline: new Date(now + CLAIM_TIME_MS).toISOString(),
    rev: 1,
  };
};

/** Stores an upload and holds its bytes. Throws `quota_exceeded` when the creator's plan does not reach. */
export const storeUpload = async (deps: UploadsDeps, upload: Upload, plan: Plan): Promise<void> => {
  const write = deps.creators.reserve(upload.creator_id, upload.file_size, plans[plan].storageBytes);
  if (!(await deps.uploads.create(upload, write))) throw new AppError('quota_exceeded', 'The storage of the plan does not reach for this file.');
};

/** What every answer names. Tier `480` exists whatever the file holds, so its manifest is the one path that can be named before the probe. */
export const allotted = (deps: UploadsDeps, { content_id, upload_id, key }: Upload) => ({
  contentId: content_id,
  s3Key: key,
  bucket: deps.bucket,
  region: deps.region,
  cloudFrontUrl: `/${manifestKey(content_id, upload_id, '480')}`,
});
