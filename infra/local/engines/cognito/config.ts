import { z } from 'zod';

/** Triggers of `LambdaConfig` that this engine runs. Any other one fails the start with its name. */
export const TRIGGER_NAMES = [
  'PreSignUp',
  'PostConfirmation',
  'CustomMessage',
  'PreTokenGeneration',
  'PreAuthentication',
  'PostAuthentication',
] as const;
export type TriggerName = (typeof TRIGGER_NAMES)[number];

/** A user pool, read from the CloudFormation properties of `AWS::Cognito::UserPool`. */
export interface PoolConfig {
  readonly emailAlias: boolean;
  readonly caseSensitive: boolean;
  readonly autoVerifyEmail: boolean;
  readonly verifyEmailBeforeUpdate: boolean;
  readonly adminCreateOnly: boolean;
  readonly adminRecoveryOnly: boolean;
  readonly mfa: 'OFF' | 'OPTIONAL' | 'ON';
  readonly totpOffered: boolean;
  /** Whether codes by SMS can be a second factor. */
  readonly smsOffered: boolean;
  /** Undefined when the pool does not offer passkeys. */
  readonly passkeys: PasskeyConfig | undefined;
  readonly passwordPolicy: PasswordPolicy;
  /** Days that a temporary password works. */
  readonly temporaryPasswordDays: number;
  readonly requiredAttributes: readonly string[];
  readonly customAttributes: readonly string[];
  readonly immutableAttributes: readonly string[];
  readonly verificationMail: MailTemplate;
  readonly inviteMail: MailTemplate;
  /** Function ARN per trigger. */
  readonly triggers: Readonly<Partial<Record<TriggerName, string>>>;
}

/** Passkeys of a pool. */
export interface PasskeyConfig {
  /** The domain that passkeys belong to; undefined when the pool has none yet. */
  readonly relyingPartyId: string | undefined;
  readonly userVerification: 'required' | 'preferred';
  /** A passkey with user verification counts as several factors. */
  readonly multiFactor: boolean;
}

/** Rules for a password. The last `historySize` passwords cannot be reused (0 = no such rule). */
export interface PasswordPolicy {
  readonly minimumLength: number;
  readonly requireUppercase: boolean;
  readonly requireLowercase: boolean;
  readonly requireNumbers: boolean;
  readonly requireSymbols: boolean;
  readonly historySize: number;
}

/** Subject and body of a mail; `{####}` is replaced by the code, `{username}` by the user name. */
export interface MailTemplate {
  readonly subject: string;
  readonly body: string;
}

/** An app client, read from the properties of `AWS::Cognito::UserPoolClient`. Durations are in seconds. */
export interface ClientConfig {
  readonly id: string;
  readonly poolId: string;
  readonly flows: readonly string[];
  readonly hideUnknownUsers: boolean;
  readonly accessTokenSeconds: number;
  readonly idTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly challengeSeconds: number;
  readonly revocation: boolean;
  readonly rotation: { readonly graceSeconds: number } | undefined;
  readonly readAttributes: ReadonlySet<string> | undefined;
  readonly writeAttributes: ReadonlySet<string> | undefined;
}

const template = z.object({ EmailMessage: z.string().optional(), EmailSubject: z.string().optional() });

const poolProperties = z.object({
  AliasAttributes: z.array(z.enum(['email'])).optional(),
  UsernameAttributes: z.array(z.string()).max(0, 'the local cloud supports AliasAttributes only').optional(),
  UsernameConfiguration: z.object({ CaseSensitive: z.boolean().optional() }).optional(),
  AutoVerifiedAttributes: z.array(z.enum(['email'])).optional(),
  UserAttributeUpdateSettings: z.object({ AttributesRequireVerificationBeforeUpdate: z.array(z.string()) }).optional(),
  AccountRecoverySetting: z
    .object({ RecoveryMechanisms: z.array(z.object({ Name: z.string(), Priority: z.number().optional() })).optional() })
    .optional(),
  AdminCreateUserConfig: z
    .object({ AllowAdminCreateUserOnly: z.boolean().optional(), InviteMessageTemplate: template.optional() })
    .optional(),
  MfaConfiguration: z.enum(['OFF', 'OPTIONAL', 'ON']).optional(),
  EnabledMfas: z.array(z.enum(['SOFTWARE_TOKEN_MFA', 'SMS_MFA'])).optional(),
  SmsConfiguration: z.object({ SnsCallerArn: z.string(), ExternalId: z.string().optional() }).optional(),
  WebAuthnRelyingPartyID: z.string().optional(),
  WebAuthnUserVerification: z.enum(['required', 'preferred']).optional(),
  WebAuthnFactorConfiguration: z.enum(['SINGLE_FACTOR', 'MULTI_FACTOR_WITH_USER_VERIFICATION']).optional(),
  Policies: z
    .object({
      SignInPolicy: z
        .object({
          AllowedFirstAuthFactors: z.array(
            z.enum(['PASSWORD', 'WEB_AUTHN'], 'the local cloud supports passwords and passkeys only'),
          ),
        })
        .optional(),
      PasswordPolicy: z
        .object({
          MinimumLength: z.number().min(6).max(99).optional(),
          RequireUppercase: z.boolean().optional(),
          RequireLowercase: z.boolean().optional(),
          RequireNumbers: z.boolean().optional(),
          RequireSymbols: z.boolean().optional(),
          TemporaryPasswordValidityDays: z.number().optional(),
          PasswordHistorySize: z.number().min(0).max(24).optional(),
        })
        .optional(),
    })
    .optional(),
  Schema: z
    .array(z.object({ Name: z.string(), Required: z.boolean().optional(), Mutable: z.boolean().optional() }))
    .optional(),
  VerificationMessageTemplate: template
    .extend({
      DefaultEmailOption: z
        .literal('CONFIRM_WITH_CODE', 'the local cloud supports verification by code only')
        .optional(),
    })
    .optional(),
  EmailVerificationMessage: z.string().optional(),
  EmailVerificationSubject: z.string().optional(),
  LambdaConfig: z.record(z.string(), z.unknown()).optional(),
});

const unit = z.enum(['seconds', 'minutes', 'hours', 'days']);

const clientProperties = z.object({
  ExplicitAuthFlows: z
    .array(
      z.enum(
        ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        'the local cloud supports SRP, USER_AUTH and refresh only',
      ),
    )
    .optional(),
  GenerateSecret: z.literal(false, 'the local cloud supports clients without a secret only').optional(),
  PreventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).optional(),
  AccessTokenValidity: z.number().positive().optional(),
  IdTokenValidity: z.number().positive().optional(),
  RefreshTokenValidity: z.number().positive().optional(),
  TokenValidityUnits: z
    .object({ AccessToken: unit.optional(), IdToken: unit.optional(), RefreshToken: unit.optional() })
    .optional(),
  AuthSessionValidity: z.number().min(3).max(15).optional(),
  EnableTokenRevocation: z.boolean().optional(),
  RefreshTokenRotation: z
    .object({
      Feature: z.enum(['ENABLED', 'DISABLED']).optional(),
      RetryGracePeriodSeconds: z.number().min(0).max(60).optional(),
    })
    .optional(),
  ReadAttributes: z.array(z.string()).optional(),
  WriteAttributes: z.array(z.string()).optional(),
});

const read = <T>(schema: z.ZodType<T>, owner: string, properties: unknown): T => {
  const result = schema.safeParse(properties);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`${owner}: property ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'invalid value'}`);
};

const readTriggers = (owner: string, lambdaConfig: Readonly<Record<string, unknown>>): PoolConfig['triggers'] => {
  const triggers: Partial<Record<TriggerName, string>> = {};
  for (const [name, value] of Object.entries(lambdaConfig)) {
    if (value === undefined) continue;
    if (name === 'PreTokenGenerationConfig') {
      const config = read(
        z.object({ LambdaArn: z.string(), LambdaVersion: z.literal('V1_0') }),
        `${owner} LambdaConfig.${name}`,
        value,
      );
      triggers.PreTokenGeneration = config.LambdaArn;
      continue;
    }
    const known = TRIGGER_NAMES.find((trigger) => trigger === name);
    if (!known) throw new Error(`${owner}: the local cloud does not support the trigger ${name}`);
    triggers[known] = read(z.string(), `${owner} LambdaConfig.${name}`, value);
  }
  return triggers;
};

/** Texts that Cognito sends when the pool has none of its own. */
const DEFAULT_VERIFICATION: MailTemplate = {
  subject: 'Your verification code',
  body: 'Your confirmation code is {####}',
};
const DEFAULT_INVITE: MailTemplate = {
  subject: 'Your temporary password',
  body: 'Your username is {username} and temporary password is {####}.',
};

/**
 * Reads the properties of `AWS::Cognito::UserPool`. Throws for a feature that this engine does not support; the message
 * has the pool's ID and the property. User names are case-insensitive unless `CaseSensitive` is true, as in
 * CloudFormation's reference.
 */
export const readPoolConfig = (id: string, properties: Readonly<Record<string, unknown>>): PoolConfig => {
  const owner = `User pool ${id}`;
  const p = read(poolProperties, owner, properties);
  const policy = p.Policies?.PasswordPolicy ?? {};
  const schema = p.Schema ?? [];
  const isStandard = (name: string) => STANDARD_ATTRIBUTES.has(name);
  const attributeName = (name: string) => (isStandard(name) ? name : `custom:${name}`);
  const mfa = p.MfaConfiguration ?? 'OFF';
  const sms = p.EnabledMfas?.includes('SMS_MFA') ?? false;
  if (sms && !p.SmsConfiguration) throw new Error(`${owner}: SMS_MFA needs SmsConfiguration, as in AWS`);
  return {
    emailAlias: p.AliasAttributes?.includes('email') ?? false,
    caseSensitive: p.UsernameConfiguration?.CaseSensitive ?? false,
    autoVerifyEmail: p.AutoVerifiedAttributes?.includes('email') ?? false,
    verifyEmailBeforeUpdate:
      p.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate.includes('email') ?? false,
    adminCreateOnly: p.AdminCreateUserConfig?.AllowAdminCreateUserOnly ?? false,
    adminRecoveryOnly: p.AccountRecoverySetting?.RecoveryMechanisms?.some(({ Name }) => Name === 'admin_only') ?? false,
    mfa,
    totpOffered: mfa !== 'OFF' && (p.EnabledMfas?.includes('SOFTWARE_TOKEN_MFA') ?? false),
    smsOffered: mfa !== 'OFF' && sms,
    passkeys: p.Policies?.SignInPolicy?.AllowedFirstAuthFactors.includes('WEB_AUTHN')
      ? {
          relyingPartyId: p.WebAuthnRelyingPartyID,
          userVerification: p.WebAuthnUserVerification ?? 'preferred',
          multiFactor: p.WebAuthnFactorConfiguration === 'MULTI_FACTOR_WITH_USER_VERIFICATION',
        }
      : undefined,
    passwordPolicy: {
      minimumLength: policy.MinimumLength ?? 8,
      requireUppercase: policy.RequireUppercase ?? false,
      requireLowercase: policy.RequireLowercase ?? false,
      requireNumbers: policy.RequireNumbers ?? false,
      requireSymbols: policy.RequireSymbols ?? false,
      historySize: policy.PasswordHistorySize ?? 0,
    },
    temporaryPasswordDays: policy.TemporaryPasswordValidityDays ?? 7,
    requiredAttributes: schema.filter(({ Required }) => Required).map(({ Name }) => Name),
    customAttributes: schema.filter(({ Name }) => !isStandard(Name)).map(({ Name }) => attributeName(Name)),
    immutableAttributes: schema.filter(({ Mutable }) => Mutable === false).map(({ Name }) => attributeName(Name)),
    verificationMail: {
      subject:
        p.VerificationMessageTemplate?.EmailSubject ?? p.EmailVerificationSubject ?? DEFAULT_VERIFICATION.subject,
      body: p.VerificationMessageTemplate?.EmailMessage ?? p.EmailVerificationMessage ?? DEFAULT_VERIFICATION.body,
    },
    inviteMail: {
      subject: p.AdminCreateUserConfig?.InviteMessageTemplate?.EmailSubject ?? DEFAULT_INVITE.subject,
      body: p.AdminCreateUserConfig?.InviteMessageTemplate?.EmailMessage ?? DEFAULT_INVITE.body,
    },
    triggers: readTriggers(owner, p.LambdaConfig ?? {}),
  };
};

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;

/**
 * Reads the properties of `AWS::Cognito::UserPoolClient`; defaults are CloudFormation's (tokens 1 h, refresh 30 days,
 * sign-in steps 3 minutes). Throws for a feature that this engine does not support.
 */
export const readClientConfig = (
  id: string,
  poolId: string,
  properties: Readonly<Record<string, unknown>>,
): ClientConfig => {
  const p = read(clientProperties, `User pool client ${id}`, properties);
  const units = p.TokenValidityUnits ?? {};
  const rotates = p.RefreshTokenRotation?.Feature === 'ENABLED';
  return {
    id,
    poolId,
    flows: p.ExplicitAuthFlows ?? ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    hideUnknownUsers: p.PreventUserExistenceErrors === 'ENABLED',
    accessTokenSeconds: (p.AccessTokenValidity ?? 1) * SECONDS[units.AccessToken ?? 'hours'],
    idTokenSeconds: (p.IdTokenValidity ?? 1) * SECONDS[units.IdToken ?? 'hours'],
    refreshTokenSeconds: (p.RefreshTokenValidity ?? 30) * SECONDS[units.RefreshToken ?? 'days'],
    challengeSeconds: (p.AuthSessionValidity ?? 3) * 60,
    revocation: p.EnableTokenRevocation ?? true,
    rotation: rotates ? { graceSeconds: p.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0 } : undefined,
    readAttributes: p.ReadAttributes ? new Set(['sub', ...p.ReadAttributes]) : undefined,
    writeAttributes: p.WriteAttributes ? new Set(p.WriteAttributes) : undefined,
  };
};

/** Returns a client that can write every attribute the pool requires. Throws for others, as Cognito does. */
export const checkWritable = (pool: PoolConfig, client: ClientConfig): ClientConfig => {
  const missing = pool.requiredAttributes.filter((name) => client.writeAttributes && !client.writeAttributes.has(name));
  if (missing.length === 0) return client;
  throw new Error(
    `User pool client ${client.id}: property WriteAttributes: must contain the required ${missing.join(', ')}`,
  );
};

/** OpenID Connect's standard claims, which every pool has as attributes. */
export const STANDARD_ATTRIBUTES: ReadonlySet<string> = new Set([
  'sub',
  'address',
  'birthdate',
  'email',
  'email_verified',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'phone_number_verified',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
]);
