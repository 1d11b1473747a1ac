import type * as z from 'zod/mini';
import type { MultipartSignInput, MultipartSigned } from '../../contract/media/uploads.ts';
import { AppError } from '../../domain/app-error.ts';
import { partBytes } from '../../domain/uploads/part-plan.ts';
import { UPLOAD_URL_SECONDS, assertNotAborted } from '../../domain/uploads/upload.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import type { UploadsDeps } from './deps.ts';

/** Signs the URLs of a batch of parts. Each URL accepts only the bytes of its part. */
export const signParts = async (
  deps: UploadsDeps,
  input: z.infer<typeof MultipartSignInput>,
): Promise<z.infer<typeof MultipartSigned>> => {
  const upload = await findUpload(deps.uploads, input.s3Key);
  assertNotAborted(upload);
  const { key, s3_upload_id: s3UploadId, file_size: fileSize } = upload;
  if (upload.state !== 'open' || s3UploadId === undefined)
    throw new AppError('invalid_state', 'This upload does not accept parts.');
  const parts = await Promise.all(
    [...new Map(input.parts.map((part) => [part.partNumber, part.sha256]))].map(async ([partNumber, sha256]) => ({
      partNumber,
      url: await deps.signer.part({
        key,
        s3UploadId,
        partNumber,
        sha256,
        size: partBytes(fileSize, partNumber),
        expiresIn: UPLOAD_URL_SECONDS,
      }),
    })),
  );
  return { parts, expires_in: UPLOAD_URL_SECONDS };
};
