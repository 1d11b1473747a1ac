import * as z from 'zod/mini';
import { CONTROLS, SPACES, wellFormed } from '../portable-text.ts';

/** Maximum length of an email address in characters: that of a path in SMTP. */
const EMAIL_LENGTH = 254;
/** Maximum length of a password in characters, set by the user pool. */
const PASSWORD_LENGTH = 256;

const LOCAL_PART = String.raw`[^@<>()\[\]\\,;:"${CONTROLS}${SPACES}]+`;
const DOMAIN_PART = `[^@.${CONTROLS}${SPACES}]+`;
const EMAIL = new RegExp(String.raw`^${LOCAL_PART}@${DOMAIN_PART}(\.${DOMAIN_PART})+$`);

/** An email address that the user pool accepts. */
export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_LENGTH), z.regex(EMAIL, 'Must be an email address'), wellFormed);

/** A password. Whether it is strong enough is checked by `passwordAdvice`. */
export const Password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH));

/** A code from an email. */
export const MailedCode = z.string().check(z.trim(), z.regex(/^\d{8}$/, 'Must be eight digits'));

/**
 * What a code is for: the username of an address, a new account, a new password, or another address of an account.
 * `address-changed` has no code: it notifies the previous address of an account.
 */
export const CodePurpose = z.enum(['username', 'sign-up', 'reset', 'address', 'address-changed']);
export type CodePurpose = z.infer<typeof CodePurpose>;
