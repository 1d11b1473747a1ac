import { sniffContainer, type Sniffed } from '../media/magic.ts';
import { validateMagic } from '../media/validate-magic.ts';
import type { UploadRejection } from './upload.ts';

/** Rejects a stored file whose size differs from the announced one. */
export const checkStoredSize = (announced: number, stored: number): UploadRejection | undefined =>
  announced === stored
    ? undefined
    : { code: 'upload_incomplete', reason: `The uploaded file has ${stored} bytes, but ${announced} were expected.` };

const rejectionOf = (sniffed: Sniffed): UploadRejection | undefined => {
  const rejection = validateMagic(sniffed);
  return rejection && { code: 'unsupported_format', reason: rejection.reason };
};

/** Rejects a file whose first bytes are not those of a media file, whatever its name. */
export const checkFirstBytes = (bytes: Uint8Array): UploadRejection | undefined => rejectionOf(sniffContainer(bytes));
