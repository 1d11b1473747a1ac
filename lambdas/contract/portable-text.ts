import * as z from 'zod/mini';

/**
 * Character classes for patterns in the OpenAPI document. Readers of the document run its patterns with their own
 * engine, so a pattern may only use the syntax that ECMAScript, RE2 and Python share: no `\p{…}`, no `\u…`, no
 * lookaround. Characters above U+00FF are therefore literal.
 */

/** Control characters (Unicode category Cc). */
export const CONTROLS = String.raw`\x00-\x1f\x7f-\x9f`;
/**
 * The characters that `trim` removes and that are not control characters. JavaScript escapes a literal U+2028 or
 * U+2029 as `\u2028`, so the range around them begins and ends with others, which no name consists of alone.
 */
export const SPACES = ' \u00a0\u1680\u2000-\u200a\u2027-\u202f\u205f\u3000\ufeff';
/** Control characters, spaces, and every ASCII character that is neither a letter nor a digit. */
export const NO_WORD = String.raw`\x00-/:-@\[-\x60{-\xa0`;

/** Rejects unpaired surrogates, which DynamoDB does not store. JSON Schema cannot say this. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed(), 'Unpaired surrogates are not allowed');
