import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
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
  /** An opaque cursor, or null when there is no next page. The same position always has the same cursor. */
  encode(scope: CursorScope, lastKey: StartKey | undefined): Promise<string | null>;
  /** The position. Throws AppError `invalid_cursor` for a cursor that `encode` did not create for this list. */
  decode(scope: CursorScope, cursor: string | undefined): Promise<StartKey | undefined>;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Bytes of the nonce and of the tag, as NIST SP 800-38D recommends for GCM. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Keys {
  readonly cipher: Buffer;
  readonly nonce: Buffer;
}

const keysOf = (secret: string): Keys => {
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length < KEY_BYTES) throw new Error('The cursor key is too short');
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', bytes, '', purpose, KEY_BYTES));
  return { cipher: derive('cursor encryption'), nonce: derive('cursor nonce') };
};

const contextOf = ({ list, partition }: CursorScope): Buffer => Buffer.from(JSON.stringify([list, partition]));

/**
 * The nonce is derived from what is encrypted. So no two positions share one, and a page that is read again has the
 * same cursor, which lets callers cache pages by it.
 */
const nonceOf = (key: Buffer, context: Buffer, json: Buffer): Buffer =>
  createHmac('sha256', key).update(context).update('\n').update(json).digest().subarray(0, NONCE_BYTES);

const seal = (keys: Keys, context: Buffer, json: Buffer): Buffer => {
  const nonce = nonceOf(keys.nonce, context, json);
  const cipher = createCipheriv(CIPHER, keys.cipher, nonce).setAAD(context);
  return Buffer.concat([nonce, cipher.update(json), cipher.final(), cipher.getAuthTag()]);
};

/** Undefined for bytes that `seal` did not create. */
const unseal = (keys: Keys, context: Buffer, bytes: Buffer): Buffer | undefined => {
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, keys.cipher, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(context)
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
};

/**
 * Encrypted cursors. A position contains keys of the table, which callers must not read: those of reports identify
 * their senders. A cursor cannot be forged or used with another list. `readKey` returns the secret, 32 bytes in base64,
 * and must cache it.
 */
export const createCursors = (readKey: () => Promise<string>): Cursors => ({
  async encode(scope, lastKey) {
    if (!lastKey) return null;
    const json = Buffer.from(JSON.stringify(lastKey));
    return seal(keysOf(await readKey()), contextOf(scope), json).toString('base64url');
  },
  async decode(scope, cursor) {
    if (cursor === undefined) return undefined;
    const bytes = Buffer.from(cursor, 'base64url');
    // base64url ignores extra bits at the end. Only one spelling of a cursor is accepted.
    const json =
      bytes.toString('base64url') === cursor ? unseal(keysOf(await readKey()), contextOf(scope), bytes) : undefined;
    if (!json) throw new AppError('invalid_cursor');
    return JSON.parse(json.toString()) as StartKey;
  },
});
