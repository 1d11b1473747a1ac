import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type * as z from 'zod/mini';
import type { UploadParts, UploadPartsInput } from '../../contract/media/uploads.ts';
import { AppError } from '../../domain/app-error.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import { completeParts, planParts } from '../../domain/uploads/part-plan.ts';
import { assertNotAborted, extendedDeadline, type Upload } from '../../domain/uploads/upload.ts';
import type { UploadsDeps } from './deps.ts';
import { uploadLocation } from './reserve-upload.ts';

/** Extends the deadline of an upload by a day. Retries after concurrent changes. */
const extend = (deps: UploadsDeps, key: string): Promise<Upload & { readonly s3_upload_id: string }> =>
  optimistic(async () => {
    const upload = await findUpload(deps.uploads, key);
    assertNotAborted(upload);
    const { s3_upload_id: s3UploadId } = upload;
    if (upload.state === 'claimed' || s3UploadId === undefined)
      throw new AppError('invalid_state', 'This upload does not accept parts.');
    const deadline = extendedDeadline(upload, deps.now());
    const isExtended = deadline === upload.deadline || (await deps.uploads.postpone(upload, deadline));
    return isExtended ? { ...upload, s3_upload_id: s3UploadId } : RETRY;
  });

/** Resumes an upload in parts. Returns the parts that S3 lists, or the checksum of the joined file. */
export const resumeUpload = async (
  deps: UploadsDeps,
  input: z.infer<typeof UploadPartsInput>,
): Promise<z.infer<typeof UploadParts>> => {
  const upload = await extend(deps, input.s3Key);
  const stored = await deps.store.listParts(upload.key, upload.s3_upload_id);
  const joined = stored ? undefined : await deps.store.find(upload.key);
  if (!stored && !joined) throw new AppError('upload_not_found');
  return {
    ...uploadLocation(deps, upload),
    fileName: upload.file_name,
    fileSize: upload.file_size,
    ...planParts(upload.file_size),
    storedParts: completeParts(upload.file_size, stored ?? []).map(({ partNumber, sha256 }) => ({
      partNumber,
      sha256,
    })),
    joined: joined?.sha256 ?? null,
  };
};
