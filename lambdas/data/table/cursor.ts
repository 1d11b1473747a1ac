import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../domain/app-error.ts';

/** The position of an item in a list, as DynamoDB names it. */
export type StartKey = Readonly<Record<string, unknown>>;

/** Which list a cursor belongs to. A cursor of one list is refused by every other. */
export interface CursorScope {
  /** Name of the question, e.g. `feed`. */
  readonly list: string;
  /** Everything that decides which items the list has: partition, filters, person. */
  readonly partition: string;
}

export interface Cursors {
  /** An opaque cursor, or null when there is no next page. */
  encode(scope: CursorScope, lastKey: StartKey | undefined): Promise<string | null>;
  /** The position. Throws AppError `invalid_cursor` for a cursor that was not made by `encode` for this very list. */
  decode(scope: CursorScope, cursor: string | undefined): Promise<StartKey | undefined>;
}

/** Bytes of HMAC-SHA256. */
const MAC_BYTES = 32;

/**
 * Cursors that cannot be forged or moved to another list: base64url of HMAC-SHA256 and the key in JSON. `readKey` gives
 * the secret, 32 bytes in base64; it is expected to cache.
 */
export const createCursors = (readKey: () => Promise<string>): Cursors => {
  const sign = async ({ list, partition }: CursorScope, json: Buffer): Promise<Buffer> => {
    const secret = Buffer.from(await readKey(), 'base64');
    if (secret.length < MAC_BYTES) throw new Error('The cursor key is too short');
    return createHmac('sha256', secret)
      .update(JSON.stringify([list, partition]))
      .update('\n')
      .update(json)
      .digest();
  };

  return {
    async encode(scope, lastKey) {
      if (!lastKey) return null;
      const json = Buffer.from(JSON.stringify(lastKey));
      return Buffer.concat([await sign(scope, json), json]).toString('base64url');
    },
    async decode(scope, cursor) {
      if (cursor === undefined) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      const json = bytes.subarray(MAC_BYTES);
      const mac = bytes.subarray(0, MAC_BYTES);
      // One spelling per cursor: base64url ignores stray bits at the end.
      const genuine =
        bytes.length > MAC_BYTES &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(mac, await sign(scope, json));
      if (!genuine) throw new AppError('invalid_cursor');
      return JSON.parse(json.toString()) as StartKey;
    },
  };
};
