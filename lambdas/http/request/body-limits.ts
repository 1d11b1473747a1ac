import { MAX_BODY_BYTES } from '../../contract/endpoint.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Step } from '../state.ts';

/** Maximum depth of nested arrays and objects. No schema of the contract needs a quarter of it. */
const MAX_DEPTH = 32;
/** Maximum number of fields and array elements. The largest valid body, a bulk job, has about 1,000. */
const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Rejects a JSON text that nests too deeply or has too many values, in one pass and before anything is built from it.
 * The text may be invalid. Throws `body_too_large`.
 */
export const assertSimpleJson = (text: string): void => {
  let depth = 0;
  let values = 1;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isString = false;
    } else if (code === QUOTE) isString = true;
    // The codes of { and [ differ in this bit only, and so do those of } and ].
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    else if (code === COMMA || code === COLON) values += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES)
      throw new AppError(
        'body_too_large',
        `A body may nest ${MAX_DEPTH} levels and contain ${MAX_VALUES.toLocaleString('en')} fields and elements.`,
      );
  }
};

/** Rejects a body above the endpoint's size before anything reads it. Throws `body_too_large`. */
export const limitBody = (): Step => ({
  before({ event: { body = '', isBase64Encoded }, internal: { route } }) {
    const limit = route?.endpoint.maxBodyBytes ?? MAX_BODY_BYTES;
    if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > limit)
      throw new AppError('body_too_large', `The limit is ${limit / 1024} KB.`);
  },
});
