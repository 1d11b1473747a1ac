import type * as z from 'zod/mini';
import type { UploadAbortInput, UploadAborted } from '../../contract/media/uploads.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import { discardUpload } from './discard-upload.ts';
import type { UploadsDeps } from './deps.ts';

/** Gives an upload up for its person. One that a content stands on goes with the content only. */
export const abortUpload = async (
  deps: UploadsDeps,
  input: z.infer<typeof UploadAbortInput>,
  by: ActBy,
): Promise<z.infer<typeof UploadAborted>> => {
  const { key } = await findUpload(deps.uploads, input.s3Key);
  const upload = await discardUpload(deps, key, { by });
  if (upload.state !== 'aborted') {
    throw new AppError(
      'invalid_state',
      upload.replacement
        ? 'This file is being converted already.'
        : 'A content stands on this upload. Delete the content instead.',
    );
  }
  return { aborted: true };
};
