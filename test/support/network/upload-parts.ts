import { createHash } from 'node:crypto';
import { PART_CHECKSUM_HEADER } from '../../../lambdas/contract/media/upload-limits.ts';

/** Base64 of the SHA-256 of the bytes, as parts are signed. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** A SHA-256 for parts that are never sent. */
export const ANY_SHA256 = sha256Of(new Uint8Array());

/** Sends a part to its signed URL and returns the status. */
export const putPart = async (
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  sha256 = sha256Of(bytes),
): Promise<number> => {
  const response = await fetch(url, { method: 'PUT', headers: { [PART_CHECKSUM_HEADER]: sha256 }, body: bytes });
  await response.text();
  return response.status;
};
