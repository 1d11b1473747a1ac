import type * as z from 'zod/mini';
import type { MultipartCreated, SinglePut } from '../../contract/uploads.ts';
import { AppError } from '../../domain/app-error.ts';
import { manifestKey, uploadKey } from '../../domain/media/layout.ts';
import { plans } from '../../domain/plans/plans.ts';
import { planParts } from '../../domain/uploads/part-plan.ts';
import { checkAnnouncedFile, checkSinglePut, storedContentType, type AnnouncedFile } from '../../domain/uploads/upload-rules.ts';
import { CLAIM_TIME_MS, UPLOAD_URL_SECONDS, type Upload } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './routes.ts';

const draft = (deps: UploadsDeps, file: AnnouncedFile, userId: string, creatorId: string): Omit<Upload, 'kind'> => {
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

const reserve = async (deps: UploadsDeps, upload: Upload, limit: number | null): Promise<void> => {
  const write = deps.creators.reserve(upload.creator_id, upload.file_size, limit);
  if (!(await deps.uploads.create(upload, write))) throw new AppError('quota_exceeded', 'The storage of the plan does not reach for this file.');
};

/** Tier `480` exists whatever the file holds, so its manifest is the one path that can be named before the probe. */
const allotted = (deps: UploadsDeps, { content_id, upload_id, key }: Upload) => ({
  contentId: content_id,
  s3Key: key,
  bucket: deps.bucket,
  region: deps.region,
  cloudFrontUrl: `/${manifestKey(content_id, upload_id, '480')}`,
});

/** Allots ids and storage for a file of up to 100 MB and signs its one PUT. */
export const createSinglePut = async (deps: UploadsDeps, file: AnnouncedFile, userId: string): Promise<z.infer<typeof SinglePut>> => {
  checkAnnouncedFile(file);
  checkSinglePut(file);
  const creator = await deps.creators.organisation();
  const upload: Upload = { ...draft(deps, file, userId, creator.id), kind: 'single' };
  await reserve(deps, upload, plans[creator.plan].storageBytes);
  const uploadUrl = await deps.signer.put({ key: upload.key, size: upload.file_size, contentType: upload.file_type, expiresIn: UPLOAD_URL_SECONDS });
  return { ...allotted(deps, upload), uploadUrl };
};

/** Allots ids and storage for a file in parts. S3's side comes first: what it starts and no record names, the bucket expires by itself. */
export const createMultipart = async (deps: UploadsDeps, file: AnnouncedFile, userId: string): Promise<z.infer<typeof MultipartCreated>> => {
  checkAnnouncedFile(file);
  const creator = await deps.creators.organisation();
  const planned = draft(deps, file, userId, creator.id);
  const s3UploadId = await deps.store.startParts(planned.key, planned.file_type);
  const upload: Upload = { ...planned, kind: 'multipart', s3_upload_id: s3UploadId };
  try {
    await reserve(deps, upload, plans[creator.plan].storageBytes);
  } catch (error) {
    await deps.store.dropParts(upload.key, s3UploadId);
    throw error;
  }
  return { ...allotted(deps, upload), uploadId: upload.upload_id, ...planParts(upload.file_size) };
};
