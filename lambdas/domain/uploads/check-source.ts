import { sniffContainer, type Sniffed } from '../media/magic.ts';
import { refuseMagic } from '../media/refuse-magic.ts';
import type { UploadRefusal } from './upload.ts';

/** Refuses a stored file whose size is not the announced one; undefined when it is. */
export const checkStoredSize = (announced: number, stored: number): UploadRefusal | undefined =>
  announced === stored
    ? undefined
    : { code: 'upload_incomplete', reason: `The stored file has ${stored} bytes, but ${announced} were announced.` };

const refusalOf = (sniffed: Sniffed): UploadRefusal | undefined => {
  const refused = refuseMagic(sniffed);
  return refused && { code: 'unsupported_format', reason: refused.reason };
};

/** Refuses a file by its first bytes, whatever its name says; undefined when it may be media. */
export const checkFirstBytes = (bytes: Uint8Array): UploadRefusal | undefined => refusalOf(sniffContainer(bytes));
