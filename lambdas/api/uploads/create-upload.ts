import type * as z from 'zod/mini';
import type { ContentDraft } from '../../contract/content/content.ts';
import type { MultipartCreated, SinglePut } from '../../contract/media/uploads.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { planParts } from '../../domain/uploads/part-plan.ts';
import { checkAnnouncedFile, checkSinglePut, type AnnouncedFile } from '../../domain/uploads/upload-rules.ts';
import { UPLOAD_URL_SECONDS, type Upload } from '../../domain/uploads/upload.ts';
import { allotted, draftUpload, storeUpload } from './allot-upload.ts';
import type { UploadsDeps } from './deps.ts';
import { targetOf } from './upload-target.ts';

/** A file, and the content whose file it shall replace. */
type WantedFile = AnnouncedFile & { readonly contentId?: string | undefined };

/** Allots ids and storage for a file of up to 100 MB and signs its one PUT. */
export const createSinglePut = async (
  deps: UploadsDeps,
  file: WantedFile,
  by: ActBy,
): Promise<z.infer<typeof SinglePut>> => {
  checkAnnouncedFile(file);
  checkSinglePut(file);
  const target = await targetOf(deps, file.contentId);
  const upload: Upload = { ...draftUpload(deps, file, by.actor.userId, target), kind: 'single' };
  await storeUpload(deps, upload, target, by);
  const uploadUrl = await deps.signer.put({
    key: upload.key,
    size: upload.file_size,
    contentType: upload.file_type,
    expiresIn: UPLOAD_URL_SECONDS,
  });
  return { ...allotted(deps, upload), uploadUrl };
};

/**
 * Allots ids and storage for a file in parts. S3's side comes first: what it starts and no record names, the bucket
 * expires by itself.
 */
export const createMultipart = async (
  deps: UploadsDeps,
  file: WantedFile & { readonly draft?: ContentDraft | undefined },
  by: ActBy,
): Promise<z.infer<typeof MultipartCreated>> => {
  checkAnnouncedFile(file);
  const target = await targetOf(deps, file.contentId);
  const planned = draftUpload(deps, file, by.actor.userId, target);
  const s3UploadId = await deps.store.startParts(planned.key, planned.file_type);
  const upload: Upload = {
    ...planned,
    kind: 'multipart',
    s3_upload_id: s3UploadId,
    ...(file.draft ? { draft: file.draft } : {}),
  };
  try {
    await storeUpload(deps, upload, target, by);
  } catch (error) {
    await deps.store.dropParts(upload.key, s3UploadId);
    throw error;
  }
  return { ...allotted(deps, upload), uploadId: upload.upload_id, ...planParts(upload.file_size) };
};
