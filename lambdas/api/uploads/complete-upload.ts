import type * as z from 'zod/mini';
import type { UploadCompleteInput, UploadCompleted } from '../../contract/media/uploads.ts';
import { AppError } from '../../domain/app-error.ts';
import { completeParts, planParts } from '../../domain/uploads/part-plan.ts';
import { assertNotAborted, type Upload } from '../../domain/uploads/upload.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import { discardUpload } from './discard-upload.ts';
import { inspectUpload } from './inspect-upload.ts';
import type { UploadsDeps } from './deps.ts';

type Input = z.infer<typeof UploadCompleteInput>;

/** The error for a file that is not there: why it was rejected and removed since the upload was read, if it was. */
const missing = async ({ uploads }: UploadsDeps, { key }: Upload, detail: string): Promise<AppError> => {
  assertNotAborted(await findUpload(uploads, key));
  return new AppError('upload_incomplete', detail);
};

/** Joins the parts that S3 lists. The caller can have lost its own list. */
const join = async (deps: UploadsDeps, upload: Upload): Promise<void> => {
  const { key, file_size: size, s3_upload_id: s3UploadId } = upload;
  if (s3UploadId === undefined) return;
  const { partCount } = planParts(size);
  const parts = completeParts(size, (await deps.store.listParts(key, s3UploadId)) ?? []);
  if (parts.length === partCount && (await deps.store.joinParts(key, s3UploadId, parts))) return;
  // If the object exists, an earlier call has joined the parts. Otherwise parts are missing.
  if (!(await deps.store.find(key)))
    throw await missing(deps, upload, `The upload has ${partCount} parts; ${parts.length} have arrived.`);
};

/**
 * Completes an upload: joins its parts, and checks the stored size and the first bytes. From then on, the upload
 * accepts only the checked version of its key. A rejected file is removed and its storage released. Repeating the call
 * returns the same result.
 */
export const completeUpload = async (deps: UploadsDeps, input: Input): Promise<z.infer<typeof UploadCompleted>> => {
  const upload = await findUpload(deps.uploads, input.s3Key);
  assertNotAborted(upload);
  if (upload.state === 'open') {
    await join(deps, upload);
    const inspected = await inspectUpload(deps, upload);
    if (!inspected) throw await missing(deps, upload, 'The file has not been uploaded.');
    const { versionId, rejection } = inspected;
    assertNotAborted(
      rejection ? await discardUpload(deps, upload.key, { rejection }) : await deps.uploads.complete(upload, versionId),
    );
    // Its conversion began before this check, so the upload is kept. The conversion rejects the file itself.
    if (rejection && upload.replacement) throw new AppError(rejection.code, rejection.reason);
  }
  return { contentId: upload.content_id, s3Key: upload.key, fileSize: upload.file_size };
};
