import { z } from 'zod';
import { operation } from '../../../aws/json-service.ts';
import { AwsError } from '../../../aws/service.ts';
import { codeFactorsOf, offersPasskey } from './assurance.ts';
import { persist, poolById, requiredText } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { authorize } from '../sessions.ts';
import type { StoredUser } from '../state.ts';
import { mfaSettings, requireUser } from '../users/users.ts';

const NO_EMAIL = 'the local cloud supports authenticator apps, SMS and passkeys only';
const preference = z.object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() }).nullish();
const settings = {
  SoftwareTokenMfaSettings: preference,
  WebAuthnMfaSettings: z.object({ Enabled: z.boolean().nullish() }).nullish(),
  SMSMfaSettings: preference,
  EmailMfaSettings: z.null(NO_EMAIL).optional(),
};
const preferenceInput = z.object({ AccessToken: z.string(), ...settings });
const adminInput = z.object({ UserPoolId: requiredText, Username: requiredText });
const adminPreferenceInput = adminInput.extend(settings);

type Settings = Pick<
  z.output<typeof preferenceInput>,
  'SoftwareTokenMfaSettings' | 'SMSMfaSettings' | 'WebAuthnMfaSettings'
>;
type Preference = NonNullable<z.output<typeof preference>>;

/** Throws unless the pool offers codes of an authenticator app. */
export const requireOffered = (pool: Pool): void => {
  if (!pool.config.totpOffered) {
    throw new AwsError(
      'SoftwareTokenMFANotFoundException',
      'Software token TOTP multi-factor authentication is not enabled for the userPool.',
    );
  }
};

const setSoftwareToken = (user: StoredUser, wanted: Preference): void => {
  const token = user.softwareToken;
  if (!token?.verified) {
    if (wanted.Enabled || wanted.PreferredMfa)
      throw new AwsError('InvalidParameterException', 'User has not verified software token mfa');
    return;
  }
  token.enabled = wanted.Enabled ?? token.enabled;
  token.preferred = token.enabled && (wanted.PreferredMfa ?? token.preferred);
};

const setSms = (pool: Pool, user: StoredUser, wanted: Preference): void => {
  if (!wanted.Enabled && !user.smsFactor) return;
  if (!pool.config.smsOffered)
    throw new AwsError('InvalidParameterException', 'SMS multi-factor authentication is not enabled for the userPool.');
  if (wanted.Enabled && user.attributes['phone_number_verified'] !== 'true')
    throw new AwsError('InvalidParameterException', 'User does not have delivery config set to turn on SMS_MFA');
  const enabled = wanted.Enabled ?? user.smsFactor?.enabled ?? false;
  user.smsFactor = enabled
    ? { enabled, preferred: wanted.PreferredMfa ?? user.smsFactor?.preferred ?? false }
    : undefined;
  // Only one factor is the preferred one.
  if (user.smsFactor?.preferred && user.softwareToken) user.softwareToken.preferred = false;
};

/**
 * Passkeys count as a second factor only in addition to another one, so that a lost device does not lock the user out.
 */
const setPasskeys = (pool: Pool, user: StoredUser, enabled: boolean): void => {
  if (enabled && !pool.config.passkeys?.multiFactor)
    throw new AwsError('InvalidParameterException', 'Passkey MFA is not enabled for the user pool.');
  if (enabled && codeFactorsOf(pool, user).length === 0)
    throw new AwsError('InvalidParameterException', 'Passkey MFA requires another MFA method of the user.');
  user.passkeyMfa = enabled;
};

const setPreference = async (pool: Pool, user: StoredUser, wanted: Settings) => {
  if (wanted.SoftwareTokenMfaSettings) {
    requireOffered(pool);
    setSoftwareToken(user, wanted.SoftwareTokenMfaSettings);
    if (user.softwareToken?.preferred && user.smsFactor) user.smsFactor.preferred = false;
  }
  if (wanted.SMSMfaSettings) setSms(pool, user, wanted.SMSMfaSettings);
  const passkeys = wanted.WebAuthnMfaSettings?.Enabled;
  if (passkeys !== null && passkeys !== undefined) setPasskeys(pool, user, passkeys);
  if (codeFactorsOf(pool, user).length === 0) user.passkeyMfa = false;
  await persist(pool);
  return {};
};

const describeFactors = (pool: Pool, user: StoredUser) => ({
  Username: user.username,
  ...mfaSettings(user),
  ConfiguredUserAuthFactors: [
    'PASSWORD',
    ...(offersPasskey(pool, user) ? ['WEB_AUTHN'] : []),
    ...(user.softwareToken?.verified ? ['SOFTWARE_TOKEN'] : []),
    ...(codeFactorsOf(pool, user).includes('SMS_MFA') ? ['SMS_OTP'] : []),
  ],
});

const deleteSoftwareToken = async (pool: Pool, user: StoredUser) => {
  if (!user.softwareToken) throw new AwsError('SoftwareTokenMFANotFoundException', 'The user has no software token.');
  user.softwareToken = undefined;
  user.pendingSecret = undefined;
  if (codeFactorsOf(pool, user).length === 0) user.passkeyMfa = false;
  await persist(pool);
  return {};
};

/** Operations of a signed-in user for their own factors. */
export const factorOperations = (context: EngineContext) => ({
  SetUserMFAPreference: operation(preferenceInput, async ({ AccessToken, ...wanted }) => {
    const { pool, user } = await authorize(context, AccessToken);
    return setPreference(pool, user, wanted);
  }),
  GetUserAuthFactors: operation(z.object({ AccessToken: z.string().min(1) }), async ({ AccessToken }) => {
    const { pool, user } = await authorize(context, AccessToken);
    return describeFactors(pool, user);
  }),
});

/** Operations of administrators for a user's factors. */
export const adminFactorOperations = (context: EngineContext) => {
  const find = ({ UserPoolId, Username }: z.output<typeof adminInput>) => {
    const pool = poolById(context, UserPoolId);
    return { pool, user: requireUser(pool, Username) };
  };
  return {
    AdminSetUserMFAPreference: operation(adminPreferenceInput, (input) => {
      const { pool, user } = find(input);
      return setPreference(pool, user, input);
    }),
    AdminDeleteSoftwareToken: operation(adminInput, (input) => {
      const { pool, user } = find(input);
      return deleteSoftwareToken(pool, user);
    }),
    AdminGetUserAuthFactors: operation(adminInput, (input) => {
      const { pool, user } = find(input);
      return describeFactors(pool, user);
    }),
  };
};
