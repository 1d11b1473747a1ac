import { sniffContainer, type Sniffed } from '../media/magic.ts';
import { refuseMagic } from '../media/refuse-magic.ts';
import type { UploadRefusal } from './upload.ts';

/** Rejects a stored file whose size differs from the announced one. */
export const checkStoredSize = (announced: number, stored: number): UploadRefusal | undefined =>
  announced === stored
    ? undefined
    : { code: 'upload_incomplete', reason: `The uploaded file has ${stored} bytes, but ${announced} were expected.` };

const refusalOf = (sniffed: Sniffed): UploadRefusal | undefined => {
  const refused = refuseMagic(sniffed);
  return refused && { code: 'unsupported_format', reason: refused.reason };
};

/** Rejects a file whose first bytes are not those of a media file, whatever its name. */
export const checkFirstBytes = (bytes: Uint8Array): UploadRefusal | undefined => refusalOf(sniffContainer(bytes));
