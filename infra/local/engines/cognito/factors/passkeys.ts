import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { operation } from '../../../aws/json-service.ts';
import { AwsError } from '../../../aws/service.ts';
import { openChallenge, persist } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import { clientDataOf, isOriginOf, passkeysOf } from './relying-party.ts';
import { authorize } from '../sessions.ts';
import { challengeOf } from '../sign-in/sign-in-steps.ts';
import type { StoredPasskey, StoredUser } from '../state.ts';
import { userKey } from '../users/users.ts';

/** Passkeys that a user can have, by Cognito's quotas. */
const MAX_PASSKEYS = 20;
const MAX_PAGE = 20;

const accessToken = z.string().min(1);
const startInput = z.object({ AccessToken: accessToken });
const completeInput = z.object({
  AccessToken: accessToken,
  Credential: z.looseObject({ response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }) }),
});
const listInput = z.object({
  AccessToken: accessToken,
  NextToken: z.string().nullish(),
  MaxResults: z.number().int().min(0).max(MAX_PAGE).nullish(),
});
const deleteInput = z.object({ AccessToken: accessToken, CredentialId: z.string().min(1) });

/** A user has one open registration at a time: a new one replaces it. */
const registrationKey = (pool: Pool, user: StoredUser) =>
  `registration ${pool.id} ${userKey(pool.config, user.username)}`;

const start = async (context: EngineContext, input: z.output<typeof startInput>) => {
  const { pool, client, user } = await authorize(context, input.AccessToken);
  const { relyingPartyId, userVerification } = passkeysOf(pool);
  const passkeys = user.passkeys ?? [];
  if (passkeys.length >= MAX_PASSKEYS)
    throw new AwsError('LimitExceededException', 'The user has the maximum number of passkeys.');
  const options = await generateRegistrationOptions({
    rpID: relyingPartyId,
    rpName: relyingPartyId,
    userID: Buffer.from(user.sub),
    userName: user.attributes.email ?? user.username,
    userDisplayName: user.attributes.name ?? '',
    timeout: client.challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports: [...transports] as never })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
  });
  openChallenge(
    context,
    {
      name: 'WEB_AUTHN_REGISTRATION',
      options: options.challenge,
      ...challengeOf(context, pool, client, user),
    },
    registrationKey(pool, user),
  );
  return { CredentialCreationOptions: options };
};

const mismatch = (text: string) => new AwsError('WebAuthnRelyingPartyMismatchException', text);
const unsupported = (text: string) => new AwsError('WebAuthnCredentialNotSupportedException', text);

const verify = async (pool: Pool, response: RegistrationResponseJSON, challenge: string) => {
  const { relyingPartyId, userVerification } = passkeysOf(pool);
  const { origin } = clientDataOf(response.response.clientDataJSON);
  if (!isOriginOf(origin, relyingPartyId))
    throw new AwsError('WebAuthnOriginNotAllowedException', 'The origin of the credential is not allowed.');
  try {
    const result = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId,
      requireUserVerification: userVerification === 'required',
    });
    if (result.verified) return result.registrationInfo;
  } catch (error) {
    if (error instanceof Error && /RP ID/.test(error.message))
      throw mismatch('The credential belongs to another relying party.');
    throw unsupported(error instanceof Error ? error.message : 'The credential cannot be verified.');
  }
  throw unsupported('The credential cannot be verified.');
};

const complete = async (context: EngineContext, input: z.output<typeof completeInput>) => {
  const { pool, client, user } = await authorize(context, input.AccessToken);
  passkeysOf(pool);
  const key = registrationKey(pool, user);
  const challenge = context.challenges.get(key);
  const response = input.Credential as unknown as RegistrationResponseJSON;
  const answered = clientDataOf(response.response.clientDataJSON).challenge;
  if (challenge?.name !== 'WEB_AUTHN_REGISTRATION' || challenge.expiresAt <= context.clock.now())
    throw new AwsError('WebAuthnChallengeNotFoundException', 'No registration of a passkey is open.');
  if (challenge.options !== answered)
    throw new AwsError('WebAuthnChallengeNotFoundException', 'The credential answers another challenge.');
  if (challenge.clientId !== client.id)
    throw new AwsError('WebAuthnClientMismatchException', 'The registration was started with another app client.');
  context.challenges.delete(key);
  const info = await verify(pool, response, challenge.options);
  const { credential } = info;
  if (Object.values(pool.state.users).some((other) => other.passkeys?.some(({ id }) => id === credential.id)))
    throw unsupported('The credential is registered already.');
  const passkey: StoredPasskey = {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    deviceType: info.credentialDeviceType,
    name: info.aaguid === '00000000-0000-0000-0000-000000000000' ? 'Passkey' : info.aaguid,
    relyingPartyId: passkeysOf(pool).relyingPartyId,
    attachment: response.authenticatorAttachment,
    transports: credential.transports ?? [],
    createdAt: context.clock.now(),
  };
  user.passkeys = [...(user.passkeys ?? []), passkey];
  await persist(pool);
  return {};
};

const list = async (context: EngineContext, input: z.output<typeof listInput>) => {
  const { user } = await authorize(context, input.AccessToken);
  const all = user.passkeys ?? [];
  const from = input.NextToken ? all.findIndex(({ id }) => id === input.NextToken) : 0;
  if (from < 0) throw new AwsError('InvalidParameterException', 'Invalid NextToken');
  const to = from + (input.MaxResults || MAX_PAGE);
  const next = all[to];
  return {
    Credentials: all.slice(from, to).map((passkey) => ({
      CredentialId: passkey.id,
      FriendlyCredentialName: passkey.name,
      RelyingPartyId: passkey.relyingPartyId,
      ...(passkey.attachment === undefined ? {} : { AuthenticatorAttachment: passkey.attachment }),
      AuthenticatorTransports: passkey.transports,
      CreatedAt: passkey.createdAt / 1000,
    })),
    ...(next ? { NextToken: next.id } : {}),
  };
};

const remove = async (context: EngineContext, input: z.output<typeof deleteInput>) => {
  const { pool, user } = await authorize(context, input.AccessToken);
  const remaining = (user.passkeys ?? []).filter(({ id }) => id !== input.CredentialId);
  if (remaining.length === (user.passkeys ?? []).length)
    throw new AwsError('ResourceNotFoundException', 'The credential does not exist.');
  user.passkeys = remaining;
  await persist(pool);
  return {};
};

/** Operations that register, list and delete a user's passkeys. */
export const passkeyOperations = (context: EngineContext) => ({
  StartWebAuthnRegistration: operation(startInput, (input) => start(context, input)),
  CompleteWebAuthnRegistration: operation(completeInput, (input) => complete(context, input)),
  ListWebAuthnCredentials: operation(listInput, (input) => list(context, input)),
  DeleteWebAuthnCredential: operation(deleteInput, (input) => remove(context, input)),
});
