import { AwsError } from '../../../aws/service.ts';
import { hasCode, isPasskey, levelOf } from './acr.ts';
import type { Level } from './acr.ts';
import type { Pool } from '../context.ts';
import type { Method, StoredUser } from '../state.ts';

/** Whether these methods are several factors: a password with a code, or a passkey with user verification. */
export const isMultiFactor = (pool: Pool, methods: readonly Method[]): boolean =>
  hasCode(methods) || (pool.config.passkeys?.multiFactor === true && methods.some(isPasskey));

/** A second factor that is asked for by a challenge of this name. */
export type CodeFactor = 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA';

/** The codes that a user can be asked for after the password, the preferred one first. */
export const codeFactorsOf = (pool: Pool, user: StoredUser | undefined): readonly CodeFactor[] => {
  const app = pool.config.totpOffered && user?.softwareToken?.enabled === true;
  const sms = pool.config.smsOffered && user?.smsFactor?.enabled === true;
  if (!app || !sms) return [...(app ? ['SOFTWARE_TOKEN_MFA' as const] : []), ...(sms ? ['SMS_MFA' as const] : [])];
  return user.smsFactor?.preferred ? ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] : ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'];
};

/** Whether a user can sign in with a passkey. With a second factor set up, passkeys must count as one. */
export const offersPasskey = (pool: Pool, user: StoredUser | undefined): boolean => {
  const { passkeys, mfa } = pool.config;
  if (!passkeys || !user?.passkeys?.length || user.status === 'FORCE_CHANGE_PASSWORD') return false;
  const needsFactors = mfa === 'ON' || codeFactorsOf(pool, user).length > 0;
  return !needsFactors || (passkeys.multiFactor && (user.passkeyMfa === true || mfa === 'ON'));
};

const canReach = (pool: Pool, user: StoredUser | undefined, level: Level): boolean => {
  if (level === 4) return codeFactorsOf(pool, user).includes('SOFTWARE_TOKEN_MFA');
  if (level === 3) return offersPasskey(pool, user) || codeFactorsOf(pool, user).includes('SMS_MFA');
  return level === 1;
};

/**
 * The level that `TARGET_ACR_VALUES` asks for: the first of the list that the user can reach. Unknown values are
 * ignored. Throws InvalidParameterException when no value is known; undefined when the user can reach none.
 */
export const targetLevel = (pool: Pool, user: StoredUser | undefined, values: string): Level | undefined => {
  const levels = values
    .split(/\s+/)
    .map((value) => /^urn:cognito:loa:([1-4])$/.exec(value)?.[1])
    .filter((level) => level !== undefined)
    .map((level) => Number(level) as Level);
  if (levels.length === 0) throw new AwsError('InvalidParameterException', 'TARGET_ACR_VALUES has no valid value.');
  return levels.find((level) => canReach(pool, user, level));
};

/** Whether these methods reach a level. */
export const reaches = (methods: readonly Method[], level: Level): boolean => (levelOf(methods) ?? 0) >= level;

/** The first steps of a sign-in that lead to a level. Without one, every method of the user does. */
export const firstFactorsOf = (
  pool: Pool,
  user: StoredUser | undefined,
  level: Level | undefined,
): { readonly password: boolean; readonly passkey: boolean } => ({
  password: level !== 3 || codeFactorsOf(pool, user).includes('SMS_MFA'),
  passkey: (level === undefined || level === 3) && offersPasskey(pool, user),
});

/** The code that raises a sign-in by password to a level; undefined for a level that needs none. */
export const codeFactorFor = (pool: Pool, user: StoredUser, level: Level): CodeFactor | undefined => {
  const wanted = level === 4 ? 'SOFTWARE_TOKEN_MFA' : level === 3 ? 'SMS_MFA' : undefined;
  return codeFactorsOf(pool, user).find((factor) => factor === wanted);
};
