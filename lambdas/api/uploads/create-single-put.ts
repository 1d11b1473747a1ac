import type * as z from 'zod/mini';
import type { SinglePut } from '../../contract/media/uploads.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { checkAnnouncedFile, checkSinglePut } from '../../domain/uploads/upload-rules.ts';
import { UPLOAD_URL_SECONDS, type Upload } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';
import { draftUpload, reserveUpload, uploadLocation } from './reserve-upload.ts';
import { targetOf, type RequestedFile } from './upload-target.ts';

/** Assigns ids, reserves storage and signs the single PUT of a file of up to 100 MB. */
export const createSinglePut = async (
  deps: UploadsDeps,
  file: RequestedFile,
  by: ActBy,
): Promise<z.infer<typeof SinglePut>> => {
  checkAnnouncedFile(file);
  checkSinglePut(file);
  const target = await targetOf(deps, file.contentId);
  const upload: Upload = { ...draftUpload(deps, file, by.actor.userId, target), kind: 'single' };
  await reserveUpload(deps, upload, target, by);
  const uploadUrl = await deps.signer.put({
    key: upload.key,
    size: upload.file_size,
    contentType: upload.file_type,
    expiresIn: UPLOAD_URL_SECONDS,
  });
  return { ...uploadLocation(deps, upload), uploadUrl };
};
