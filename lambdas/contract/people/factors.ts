import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { Timestamp, UserId, line } from '../shared.ts';

/** How sure the platform is of who signed in: `aal2` is a second factor or a passkey. */
export const AssuranceLevel = z.enum(['aal1', 'aal2']);
export type AssuranceLevel = z.infer<typeof AssuranceLevel>;

/** The factor ids of the authenticator app and of the phone, of which an account has at most one each. */
export const TOTP_ID = 'totp';
export const PHONE_ID = 'phone';

/** Maximum length of a passkey's name in characters. */
export const FACTOR_NAME_LENGTH = 60;

/** A factor that the user has set up. */
export const Factor = z.object({
  /** `totp`, `phone`, or the credential id of a passkey. */
  id: z.string(),
  factor_type: z.enum(['totp', 'phone', 'passkey']),
  status: z.literal('verified'),
  /** The name that the user gave it; empty without one. */
  name: z.string(),
  /** The last two digits of a phone number. Absent in other factors. */
  hint: z.optional(z.string()),
  /** Null when it is not known. */
  created_at: z.nullable(Timestamp),
});
export type Factor = z.infer<typeof Factor>;

/** The factors of the signed-in user. */
export const Factors = z.object({
  items: z.array(Factor),
  /** Unused recovery codes. */
  recovery_codes: z.number(),
  /** Whether this stage offers passkeys. */
  passkeys_offered: z.boolean(),
  /** Whether this stage offers codes by SMS. */
  phones_offered: z.boolean(),
  /** A recovery code or an administrator removed the user's second factors: the user should set up a new one. */
  setup_wanted: z.boolean(),
  /** The level of this sign-in. */
  current_level: AssuranceLevel,
  /** The level that the user can reach: `aal2` with any verified factor. */
  next_level: AssuranceLevel,
});
export type Factors = z.infer<typeof Factors>;

/** Recovery codes. They are returned once: only their hashes are stored. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** A code of the user's second factor, or one that proves a phone number. */
const Code = z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Must be six digits'));

/** A phone number in the form of E.164, such as `+4915112345678`. */
const PhoneNumber = z.string().check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/, 'Must be a number such as +4915112345678'));

/** How the code of a phone is sent. */
const FactorChannel = z.enum(['sms']);

/** The id of a challenge. */
export const ChallengeId = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'Must be the id of a challenge'));

/** A credential id of a passkey. */
const CredentialId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/, 'Must be a passkey id'));
const FactorId = CredentialId;
const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/, 'Must be base64url'));

/** A new passkey, as `PublicKeyCredential.toJSON()` returns it. Only the fields that the user pool verifies. */
const NewPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

const name = line(FACTOR_NAME_LENGTH, 1);

/**
 * Second factors and passkeys. The user pool stores them; names and recovery codes are ours. `challenge` and `verify`
 * of a factor raise a sign-in by password to `aal2`. Completing a setup asks for a fresh sign-in like starting it,
 * because who stole a token can start one at the user pool itself. It asks for no second factor, so that a setup that
 * failed halfway can be completed by the same sign-in.
 */
export const factorEndpoints = {
  'factors.list-factors': endpoint({
    method: 'GET',
    path: '/api/factors',
    auth: 'user',
    summary: 'Returns the factors of the signed-in user, and the assurance level of this sign-in.',
    responses: { 200: Factors },
    errors: [],
    beforeFactor: true,
  }),
  'factors.start-totp': endpoint({
    method: 'POST',
    path: '/api/factors/totp',
    auth: 'user',
    ...STEP_UP,
    summary: 'Starts to set up an authenticator app. An app that is set up already stays valid until the new one is.',
    responses: { 200: z.object({ secret: z.string(), uri: z.string() }) },
    errors: [],
    beforeFactor: true,
  }),
  'factors.verify-totp': endpoint({
    method: 'POST',
    path: '/api/factors/totp/setup',
    auth: 'user',
    freshSeconds: STEP_UP.freshSeconds,
    summary: 'Completes the setup of an authenticator app with its first code. Returns new recovery codes, once.',
    body: z.strictObject({ code: Code }),
    responses: { 200: RecoveryCodes },
    errors: ['code_rejected', 'invalid_state'],
    beforeFactor: true,
  }),
  'factors.start-phone': endpoint({
    method: 'POST',
    path: '/api/factors/phone',
    auth: 'user',
    ...STEP_UP,
    summary: 'Starts to add a phone: sends a code by SMS. Only in stages with the phone factor.',
    body: z.strictObject({ phone: PhoneNumber }),
    responses: { 204: null },
    errors: ['invalid_state', 'limit_reached', 'too_many_requests'],
    beforeFactor: true,
  }),
  'factors.verify-phone': endpoint({
    method: 'POST',
    path: '/api/factors/phone/setup',
    auth: 'user',
    freshSeconds: STEP_UP.freshSeconds,
    summary: 'Completes adding a phone with the code that it received. Returns recovery codes if the user has none.',
    body: z.strictObject({ code: Code }),
    responses: { 200: RecoveryCodes },
    errors: ['code_rejected', 'invalid_state', 'limit_reached', 'too_many_requests'],
    beforeFactor: true,
  }),
  'factors.challenge-factor': endpoint({
    method: 'POST',
    path: '/api/factors/{id}/challenge',
    auth: 'user',
    // The code is the second factor: the password must be as fresh as dangerous actions ask for.
    freshSeconds: STEP_UP.freshSeconds,
    summary:
      'Asks for a code of the authenticator app (id `totp`), or sends one to the phone (id `phone`). The challenge ' +
      'is valid for this session, once.',
    params: z.strictObject({ id: FactorId }),
    body: z.strictObject({ channel: z.optional(FactorChannel) }),
    responses: { 200: z.object({ id: ChallengeId, expires_at: Timestamp }) },
    errors: ['factor_not_found', 'invalid_state', 'too_many_requests'],
    beforeFactor: true,
  }),
  'factors.verify-factor': endpoint({
    method: 'POST',
    path: '/api/factors/{id}/verify',
    auth: 'user',
    summary:
      'Answers a challenge. Returns tokens of a sign-in with a second factor, which replaces the one of this call. ' +
      'The error is the same for a wrong, late or used code and for the challenge of another session.',
    params: z.strictObject({ id: FactorId }),
    body: z.strictObject({ challenge_id: ChallengeId, code: Code }),
    responses: {
      200: z.object({
        access_token: z.string(),
        id_token: z.string(),
        refresh_token: z.string(),
        token_type: z.literal('bearer'),
        /** Seconds for which the access token is valid. */
        expires_in: z.number(),
      }),
    },
    errors: ['factor_not_found', 'code_rejected', 'too_many_requests'],
    beforeFactor: true,
  }),
  'factors.start-passkey': endpoint({
    method: 'POST',
    path: '/api/factors/passkeys',
    auth: 'user',
    ...STEP_UP,
    summary: 'Starts to register a passkey. Returns the options for `navigator.credentials.create`.',
    responses: { 200: z.object({ options: z.record(z.string(), z.unknown()) }) },
    errors: ['invalid_state', 'limit_reached'],
    beforeFactor: true,
  }),
  'factors.verify-passkey': endpoint({
    method: 'POST',
    path: '/api/factors/passkeys/setup',
    auth: 'user',
    freshSeconds: STEP_UP.freshSeconds,
    summary: 'Completes the registration of a passkey and names it. Returns recovery codes if the user has none.',
    body: z.strictObject({ name, credential: NewPasskey }),
    responses: { 200: z.extend(Factor, RecoveryCodes.shape) },
    errors: ['passkey_rejected', 'invalid_state'],
    beforeFactor: true,
  }),
  'factors.rename-factor': endpoint({
    method: 'PATCH',
    path: '/api/factors/{id}',
    auth: 'user',
    summary: 'Renames a passkey.',
    params: z.strictObject({ id: FactorId }),
    body: z.strictObject({ name }),
    responses: { 204: null },
    errors: ['factor_not_found'],
  }),
  'factors.remove-factor': endpoint({
    method: 'DELETE',
    path: '/api/factors/{id}',
    auth: 'user',
    ...STEP_UP,
    summary:
      'Removes the authenticator app (id `totp`), the phone (id `phone`) or a passkey. Recovery codes are removed ' +
      'with the last factor.',
    params: z.strictObject({ id: FactorId }),
    responses: { 204: null },
    errors: ['factor_not_found'],
  }),
  'factors.create-recovery-codes': endpoint({
    method: 'POST',
    path: '/api/factors/recovery-codes',
    auth: 'user',
    ...STEP_UP,
    summary: 'Replaces the recovery codes. Returns the new ones, once.',
    responses: { 200: RecoveryCodes },
    errors: ['invalid_state'],
  }),
  'factors.redeem-recovery-code': endpoint({
    method: 'POST',
    path: '/api/functions/redeem-recovery-code',
    auth: 'public',
    summary:
      'Removes the authenticator app and the phone of an account in exchange for a single-use recovery code, so that ' +
      'the password is enough to sign in and to remove lost passkeys. The error is the same for an unknown account ' +
      'and for a wrong or used code.',
    body: z.strictObject({ email: line(254, 1), code: line(40, 1) }),
    responses: { 204: null },
    errors: ['code_rejected', 'too_many_requests'],
  }),
};

/** The administrators' part. */
export const personFactorEndpoints = {
  'factors.reset-person': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/reset-factors',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Removes the authenticator app and the phone of a user who lost them, and notifies the user by email. The ' +
      'password is then enough to remove lost passkeys.',
    params: z.strictObject({ id: UserId }),
    body: z.strictObject({ reason: line(500, 1) }),
    responses: { 204: null },
    errors: ['user_not_found', 'factor_not_found'],
  }),
};
