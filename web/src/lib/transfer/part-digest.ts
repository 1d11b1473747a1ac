import { TransferError } from './transfer-error.ts';

/** Answers the SHA-256 of a blob, base64. */
export type Digest = (blob: Blob) => Promise<string>;

const unreadable = (cause: unknown): TransferError => {
  const error = new TransferError(
    'client',
    0,
    'The file can no longer be read. It was moved or changed: choose it again.',
  );
  error.cause = cause;
  return error;
};

/**
 * Makes a digest that holds the bytes of one blob at a time, however many are asked for. Rejects with TransferError
 * when the file is gone.
 */
export const createDigest = (subtle: Pick<SubtleCrypto, 'digest'> = crypto.subtle): Digest => {
  let turn: Promise<unknown> = Promise.resolve();
  const compute = async (blob: Blob): Promise<string> => {
    const bytes = await blob.arrayBuffer().catch((error: unknown) => {
      throw unreadable(error);
    });
    return btoa(String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-256', bytes))));
  };
  return (blob) => {
    const answer = turn.then(() => compute(blob));
    turn = answer.catch(() => undefined);
    return answer;
  };
};

/** S3's checksum of a joined file: the SHA-256 of the parts' SHA-256 (base64), and their count. */
export const joinedDigest = async (digest: Digest, parts: readonly string[]): Promise<string> => {
  const bytes = parts.map((part) => Uint8Array.from(atob(part), (char) => char.charCodeAt(0)));
  return `${await digest(new Blob(bytes))}-${parts.length}`;
};
