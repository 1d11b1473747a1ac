import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { AwsError } from '../../../aws/service.ts';
import type { ClientConfig } from '../config.ts';
import { challengeAt, openChallenge, persist } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import type { Candidate } from './password-sign-in.ts';
import { clientDataOf, isOriginOf, passkeysOf } from '../factors/relying-party.ts';
import { challengeOf, incorrect, requireParameter, requireSignInStatus } from './sign-in-steps.ts';
import type { Given } from './sign-in-steps.ts';
import type { Method, StoredUser } from '../state.ts';

/** Asks for a passkey of the user. */
export const askForPasskey = async (context: EngineContext, pool: Pool, client: ClientConfig, { user }: Candidate) => {
  const { relyingPartyId, userVerification } = passkeysOf(pool);
  const request = await generateAuthenticationOptions({
    rpID: relyingPartyId,
    userVerification,
    timeout: client.challengeSeconds * 1000,
    allowCredentials: (user?.passkeys ?? []).map(({ id, transports }) => ({
      id,
      transports: [...transports] as never,
    })),
  });
  return {
    ChallengeName: 'WEB_AUTHN',
    Session: openChallenge(context, {
      name: 'WEB_AUTHN',
      options: request.challenge,
      ...challengeOf(context, pool, client, user),
    }),
    ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(request) },
  };
};

/**
 * Checks the response of a passkey and returns its user. A challenge can be answered once, in the session that it was
 * opened for. Throws NotAuthorizedException.
 */
export const answerPasskey = async (
  context: EngineContext,
  pool: Pool,
  client: ClientConfig,
  session: string | null | undefined,
  given: Given,
): Promise<{ readonly user: StoredUser; readonly method: Method }> => {
  const text = requireParameter(given, 'CREDENTIAL');
  const challenge = challengeAt(context, session, 'WEB_AUTHN');
  context.challenges.delete(session ?? '');
  const user = challenge.userKey === undefined ? undefined : pool.state.users[challenge.userKey];
  const response = readCredential(text);
  const passkey = user?.passkeys?.find(({ id }) => id === response.id);
  const { relyingPartyId, userVerification } = passkeysOf(pool);
  const { origin } = clientDataOf(response.response.clientDataJSON);
  if (!user || !passkey || challenge.clientId !== client.id || !isOriginOf(origin, relyingPartyId)) throw incorrect();
  const { counter } = passkey;
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.options,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId,
    requireUserVerification: userVerification === 'required',
    credential: { id: passkey.id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter },
  }).catch(() => undefined);
  // Another answer with the same counter may have been accepted meanwhile.
  if (!result?.verified || passkey.counter !== counter) throw incorrect();
  passkey.counter = result.authenticationInfo.newCounter;
  requireSignInStatus(user);
  await persist(pool);
  return { user, method: passkey.deviceType === 'multiDevice' ? 'swk' : 'hwk' };
};

const readCredential = (text: string): AuthenticationResponseJSON => {
  try {
    const credential = JSON.parse(text) as AuthenticationResponseJSON;
    if (typeof credential.id === 'string' && typeof credential.response.clientDataJSON === 'string') return credential;
  } catch {
    // Reported below, like JSON of another shape.
  }
  throw new AwsError('InvalidParameterException', 'CREDENTIAL must be the JSON of a public key credential.');
};
