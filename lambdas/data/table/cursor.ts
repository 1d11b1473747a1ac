import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../domain/app-error.ts';

/** The position of an item in a list, as DynamoDB returns it (`LastEvaluatedKey`). */
export type StartKey = Readonly<Record<string, unknown>>;

/** The list that a cursor belongs to. Every other list rejects the cursor. */
export interface CursorScope {
  /** Name of the list, for example `feed`. */
  readonly list: string;
  /** Everything that determines the items of the list: partition, filters, user. */
  readonly partition: string;
}

export interface Cursors {
  /** An opaque cursor, or null when there is no next page. */
  encode(scope: CursorScope, lastKey: StartKey | undefined): Promise<string | null>;
  /** The position. Throws AppError `invalid_cursor` for a cursor that `encode` did not create for this list. */
  decode(scope: CursorScope, cursor: string | undefined): Promise<StartKey | undefined>;
}

/** Bytes of HMAC-SHA256. */
const MAC_BYTES = 32;

/**
 * Signed cursors, which cannot be forged or used with another list: base64url of the HMAC-SHA256 and of the position as
 * JSON. `readKey` returns the secret, 32 bytes in base64, and must cache it.
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
      // base64url ignores extra bits at the end. Only one spelling of a cursor is accepted.
      const genuine =
        bytes.length > MAC_BYTES &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(mac, await sign(scope, json));
      if (!genuine) throw new AppError('invalid_cursor');
      return JSON.parse(json.toString()) as StartKey;
    },
  };
};
