import { randomInt } from 'node:crypto';
import { AwsError } from '../../../aws/service.ts';
import type { PasswordPolicy } from '../config.ts';
import { createVerifier, matchesVerifier } from './srp.ts';
import type { StoredUser } from '../state.ts';

/** The characters that Cognito counts as symbols. A space counts too when it is neither first nor last. */
const SYMBOLS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-';
const MAX_PASSWORD_LENGTH = 256;

const hasSymbol = (password: string) =>
  [...password].some((character) => SYMBOLS.includes(character)) || /\S \S/.test(password);

/** Throws InvalidPasswordException with Cognito's text for the first rule that a password breaks. */
export const checkPasswordPolicy = (policy: PasswordPolicy, password: string): void => {
  const reject = (why: string): never => {
    throw new AwsError('InvalidPasswordException', `Password did not conform with policy: ${why}`);
  };
  if (password.length < policy.minimumLength) reject('Password not long enough');
  if (password.length > MAX_PASSWORD_LENGTH) reject('Password too long');
  if (policy.requireUppercase && !/[A-Z]/.test(password)) reject('Password must have uppercase characters');
  if (policy.requireLowercase && !/[a-z]/.test(password)) reject('Password must have lowercase characters');
  if (policy.requireNumbers && !/\d/.test(password)) reject('Password must have numeric characters');
  if (policy.requireSymbols && !hasSymbol(password)) reject('Password must have symbol characters');
};

/**
 * Prepares a user's new password, and returns the function that sets it. Other requests run meanwhile, so check what
 * the change depends on when this has resolved. Throws PasswordHistoryPolicyViolationException when the pool keeps a
 * history and the password is in it.
 */
export const preparePassword = async (
  policy: PasswordPolicy,
  poolName: string,
  user: StoredUser,
  password: string,
): Promise<() => void> => {
  checkPasswordPolicy(policy, password);
  const used = () => [user.password, ...user.oldPasswords].slice(0, policy.historySize);
  for (const stored of used()) {
    if (await matchesVerifier(poolName, user.username, password, stored))
      throw new AwsError('PasswordHistoryPolicyViolationException', 'Password has previously been used.');
  }
  const verifier = await createVerifier(poolName, user.username, password);
  return () => {
    if (policy.historySize > 0) user.oldPasswords = used();
    user.password = verifier;
    user.temporaryUntil = undefined;
  };
};

/** A random password that satisfies any policy: one character of each kind, then a mix. No HTML markup characters. */
export const temporaryPassword = (policy: PasswordPolicy): string => {
  const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!@#%*-'];
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const length = Math.max(policy.minimumLength, 12);
  const characters = [...kinds.map(pick), ...Array.from({ length: length - kinds.length }, () => pick(kinds.join('')))];
  for (let i = characters.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j] ?? '', characters[i] ?? ''];
  }
  return characters.join('');
};
