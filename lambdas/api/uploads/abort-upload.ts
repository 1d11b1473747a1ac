import type * as z from 'zod/mini';
import type { UploadAbortInput, UploadAborted } from '../../contract/media/uploads.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import { discardUpload } from './discard-upload.ts';
import type { UploadsDeps } from './deps.ts';

/** Cancels an upload at the request of its user. An upload of a content item is deleted only with the item. */
export const abortUpload = async (
  deps: UploadsDeps,
  input: z.infer<typeof UploadAbortInput>,
  by: ActBy,
): Promise<z.infer<typeof UploadAborted>> => {
  const { key } = await findUpload(deps.uploads, input.s3Key);
  const upload = await discardUpload(deps, key, { by });
  if (upload.state !== 'aborted') {
    if (upload.state === 'waiting')
      throw new AppError('invalid_state', 'This file waits for review. Reject it there to remove it.');
    throw new AppError(
      'invalid_state',
      upload.replacement
        ? 'This file is already being converted.'
        : 'This upload belongs to an item. Delete the item instead.',
    );
  }
  return { aborted: true };
};
