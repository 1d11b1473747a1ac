import { createHash } from 'node:crypto';
import { PART_CHECKSUM_HEADER } from '../../../lambdas/contract/media/upload-limits.ts';

/** Base64 of the SHA-256 of some bytes, as a part is signed. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** Some SHA-256, for parts that are never sent. */
export const ANY_SHA256 = sha256Of(new Uint8Array());

/** Sends a part to its signed URL and answers the status. */
export const putPart = async (
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  sha256 = sha256Of(bytes),
): Promise<number> => {
  const answer = await fetch(url, { method: 'PUT', headers: { [PART_CHECKSUM_HEADER]: sha256 }, body: bytes });
  await answer.text();
  return answer.status;
};
