import { TransferError } from './transfer-error.ts';

/** Computes the SHA-256 of a blob, in base64. */
export type Digest = (blob: Blob) => Promise<string>;

const unreadable = (cause: unknown): TransferError => {
  const error = new TransferError('client', 0, "The file can't be read. It was moved or changed. Choose it again.");
  error.cause = cause;
  return error;
};

/**
 * Creates a digest that keeps the bytes of only one blob in memory, even for concurrent calls. Rejects with
 * TransferError when the file can't be read.
 */
export const createDigest = (subtle: Pick<SubtleCrypto, 'digest'> = crypto.subtle): Digest => {
  let last: Promise<unknown> = Promise.resolve();
  const compute = async (blob: Blob): Promise<string> => {
    const bytes = await blob.arrayBuffer().catch((error: unknown) => {
      throw unreadable(error);
    });
    return btoa(String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-256', bytes))));
  };
  return (blob) => {
    const result = last.then(() => compute(blob));
    last = result.catch(() => undefined);
    return result;
  };
};

/** S3's checksum of a completed upload: the SHA-256 of the parts' SHA-256 values, in base64, and the part count. */
export const joinedDigest = async (digest: Digest, parts: readonly string[]): Promise<string> => {
  const bytes = parts.map((part) => Uint8Array.from(atob(part), (char) => char.charCodeAt(0)));
  return `${await digest(new Blob(bytes))}-${parts.length}`;
};
