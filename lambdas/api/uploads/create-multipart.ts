import type * as z from 'zod/mini';
import type { ContentDraft } from '../../contract/content/content.ts';
import type { MultipartCreated } from '../../contract/media/uploads.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { planParts } from '../../domain/uploads/part-plan.ts';
import { checkAnnouncedFile } from '../../domain/uploads/upload-rules.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';
import { draftUpload, reserveUpload, uploadLocation } from './reserve-upload.ts';
import { targetOf, type RequestedFile } from './upload-target.ts';

/**
 * Assigns ids and reserves storage for a file in parts. The S3 upload starts first: if the record is never stored, the
 * bucket's lifecycle rule removes it.
 */
export const createMultipart = async (
  deps: UploadsDeps,
  file: RequestedFile & { readonly draft?: ContentDraft | undefined },
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
    await reserveUpload(deps, upload, target, by);
  } catch (error) {
    await deps.store.dropParts(upload.key, s3UploadId);
    throw error;
  }
  return { ...uploadLocation(deps, upload), uploadId: upload.upload_id, ...planParts(upload.file_size) };
};
