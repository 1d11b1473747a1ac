import {
  AdminDeleteSoftwareTokenCommand,
  AdminGetUserAuthFactorsCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  GetUserAuthFactorsCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  StartWebAuthnRegistrationCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { ManualClock } from '../../../../infra/local/clock.ts';
import { startSrp } from '../../../support/stack/srp.ts';
import { createAuthenticator, type Deviation } from '../../../support/webauthn/authenticator.ts';
import {
  CLIENT,
  PASSKEY_POOL,
  PASSWORD,
  POOL,
  USER_AUTH_CLIENT,
  signInSrp,
  startPool,
  totp,
} from './cognito-support.ts';
import type { StartedPool } from './cognito-support.ts';

const HOUR_MS = 3_600_000;

let clock: ManualClock;
let pool: StartedPool;

const start = async (options: Parameters<typeof startPool>[1] = {}) => {
  pool = await startPool(clock, { pool: PASSKEY_POOL, client: USER_AUTH_CLIENT, ...options });
  for (const name of ['listener', 'admin'])
    await pool.engine.seedUser({ poolId: POOL, username: name, email: `${name}@x.io`, password: PASSWORD });
};
beforeEach(async () => {
  clock = createManualClock();
  await start();
});
afterEach(() => pool.stop());

type Given = Record<string, string>;
const signIn = async (username = 'listener') =>
  (await signInSrp(pool.client, username, PASSWORD)).AuthenticationResult?.AccessToken ?? '';
const initiate = (AuthParameters: Given) =>
  pool.client.send(new InitiateAuthCommand({ AuthFlow: 'USER_AUTH', ClientId: CLIENT, AuthParameters }));
const respond = (
  ChallengeName: 'WEB_AUTHN' | 'SELECT_CHALLENGE' | 'SOFTWARE_TOKEN_MFA' | 'PASSWORD' | 'PASSWORD_VERIFIER',
  Session: string | undefined,
  ChallengeResponses: Given,
) =>
  pool.client.send(new RespondToAuthChallengeCommand({ ChallengeName, ClientId: CLIENT, Session, ChallengeResponses }));

type Authenticator = ReturnType<typeof createAuthenticator>;
type CreationOptions = Parameters<Authenticator['register']>[0];

const startRegistration = async (AccessToken: string) =>
  (await pool.client.send(new StartWebAuthnRegistrationCommand({ AccessToken })))
    .CredentialCreationOptions as unknown as CreationOptions & { excludeCredentials: { id: string }[] };
const completeRegistration = (AccessToken: string, Credential: object) =>
  pool.client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: Credential as never }));
const register = async (authenticator: Authenticator, accessToken: string, deviation?: Deviation) =>
  completeRegistration(accessToken, authenticator.register(await startRegistration(accessToken), deviation));

const askPasskey = async (username = 'listener', more: Given = {}) => {
  const asked = await initiate({ USERNAME: username, PREFERRED_CHALLENGE: 'WEB_AUTHN', ...more });
  const request = JSON.parse(asked.ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}') as CreationOptions;
  return { asked, request, session: asked.Session };
};
const answerPasskey = (session: string | undefined, credential: object, username = 'listener') =>
  respond('WEB_AUTHN', session, { USERNAME: username, CREDENTIAL: JSON.stringify(credential) });

const setUpApp = async (AccessToken: string) => {
  const { SecretCode = '' } = await pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  await pool.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: totp(SecretCode, clock.now()) }));
  await pool.client.send(
    new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } }),
  );
  await clock.advance(60_000);
  return SecretCode;
};
const levelOf = (token: string | undefined) => {
  const { acr, amr } = decodeJwt(token ?? '');
  return { acr, amr };
};

describe('passkeys', () => {
  it('are registered, listed, used without a password and deleted', async () => {
    const authenticator = createAuthenticator();
    const token = await signIn();
    await register(authenticator, token);
    const { Credentials } = await pool.client.send(new ListWebAuthnCredentialsCommand({ AccessToken: token }));
    expect(Credentials).toMatchObject([
      {
        CredentialId: authenticator.id,
        RelyingPartyId: 'localhost',
        AuthenticatorAttachment: 'platform',
        AuthenticatorTransports: ['internal'],
        CreatedAt: new Date(clock.now()),
      },
    ]);
    const { request, session } = await askPasskey();
    const { AuthenticationResult } = await answerPasskey(session, authenticator.authenticate(request));
    expect(levelOf(AuthenticationResult?.AccessToken)).toEqual({ acr: 'urn:cognito:loa:3', amr: ['hwk'] });
    expect(levelOf(AuthenticationResult?.IdToken)).toEqual({ acr: 'urn:cognito:loa:3', amr: ['hwk'] });

    const remove = new DeleteWebAuthnCredentialCommand({ AccessToken: token, CredentialId: authenticator.id });
    await pool.client.send(remove);
    await expect(pool.client.send(remove)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const { asked } = await askPasskey();
    expect(asked).toMatchObject({
      ChallengeName: 'SELECT_CHALLENGE',
      AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP'],
    });
  });

  it('are excluded from a second registration, which replaces an unfinished one', async () => {
    const token = await signIn();
    const first = await startRegistration(token);
    const authenticator = createAuthenticator();
    await register(authenticator, token);
    expect((await startRegistration(token)).excludeCredentials).toMatchObject([{ id: authenticator.id }]);
    await expect(completeRegistration(token, createAuthenticator().register(first))).rejects.toMatchObject({
      name: 'WebAuthnChallengeNotFoundException',
    });
  });

  it('of another site, without user verification, late, or of another person are not registered', async () => {
    const token = await signIn();
    const attempts: readonly (readonly [Deviation, string])[] = [
      [{ origin: 'https://evil.example' }, 'WebAuthnOriginNotAllowedException'],
      [{ origin: 'http://localhost.evil.example' }, 'WebAuthnOriginNotAllowedException'],
      [{ relyingPartyId: 'evil.example' }, 'WebAuthnRelyingPartyMismatchException'],
      [{ userVerified: false }, 'WebAuthnCredentialNotSupportedException'],
    ];
    for (const [deviation, name] of attempts)
      await expect(register(createAuthenticator(), token, deviation)).rejects.toMatchObject({ name });
    const options = await startRegistration(token);
    const other = await signIn('admin');
    await startRegistration(other);
    await expect(completeRegistration(other, createAuthenticator().register(options))).rejects.toMatchObject({
      name: 'WebAuthnChallengeNotFoundException',
    });
    await clock.advance(3 * 60_000);
    await expect(completeRegistration(token, createAuthenticator().register(options))).rejects.toMatchObject({
      name: 'WebAuthnChallengeNotFoundException',
    });
    const { Credentials } = await pool.client.send(new ListWebAuthnCredentialsCommand({ AccessToken: token }));
    expect(Credentials).toEqual([]);
  });

  it('sign in only with an answer to this challenge, of this site, by this person, and once', async () => {
    const authenticator = createAuthenticator();
    await register(authenticator, await signIn());
    const wrong: readonly Deviation[] = [
      { origin: 'https://evil.example' },
      { relyingPartyId: 'evil.example' },
      { userVerified: false },
      { challenge: 'AAAA' },
      { counter: 1 },
    ];
    for (const deviation of wrong) {
      const { request, session } = await askPasskey();
      await expect(answerPasskey(session, authenticator.authenticate(request, deviation))).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Incorrect username or password.',
      });
    }
    const stranger = createAuthenticator();
    await register(stranger, await signIn('admin'));
    const asked = await askPasskey();
    await expect(answerPasskey(asked.session, stranger.authenticate(asked.request))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    // A challenge of another session.
    const [one, two] = [await askPasskey(), await askPasskey()];
    await expect(
      answerPasskey(two.session, authenticator.authenticate(one.request, { counter: 20 })),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    const answer = authenticator.authenticate(one.request, { counter: 21 });
    await answerPasskey(one.session, answer);
    await expect(answerPasskey(one.session, answer)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    const late = await askPasskey();
    await clock.advance(3 * 60_000);
    await expect(answerPasskey(late.session, authenticator.authenticate(late.request))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });

  it('need a second factor as a spare before they count as one', async () => {
    const authenticator = createAuthenticator();
    const token = await signIn();
    await register(authenticator, token);
    const prefer = (Enabled: boolean) =>
      pool.client.send(new SetUserMFAPreferenceCommand({ AccessToken: token, WebAuthnMfaSettings: { Enabled } }));
    await expect(prefer(true)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await setUpApp(token);
    expect((await askPasskey()).asked.ChallengeName).toBe('SELECT_CHALLENGE');
    await prefer(true);
    const { request, session } = await askPasskey();
    const { AuthenticationResult } = await answerPasskey(session, authenticator.authenticate(request));
    expect(levelOf(AuthenticationResult?.AccessToken).acr).toBe('urn:cognito:loa:3');
  });

  it('are not offered by a pool without them, or without a relying party', async () => {
    for (const [properties, name] of [
      [{ ...PASSKEY_POOL, WebAuthnRelyingPartyID: undefined }, 'WebAuthnConfigurationMissingException'],
      [{}, 'WebAuthnNotEnabledException'],
    ] as const) {
      await pool.stop();
      await start({ pool: properties });
      await expect(startRegistration(await signIn())).rejects.toMatchObject({ name });
    }
  });
});

describe('USER_AUTH', () => {
  it('answers names without a user like users who have only a password', async () => {
    const shapeOf = (answer: object) => ({ ...answer, Session: undefined, $metadata: undefined });
    const [known, unknown] = [await initiate({ USERNAME: 'listener' }), await initiate({ USERNAME: 'nobody' })];
    expect(shapeOf(unknown)).toEqual(shapeOf(known));
    for (const preferred of ['PASSWORD', 'WEB_AUTHN']) {
      const ask = (USERNAME: string) => initiate({ USERNAME, PREFERRED_CHALLENGE: preferred });
      expect(shapeOf(await ask('nobody'))).toEqual(shapeOf(await ask('listener')));
    }
    for (const USERNAME of ['listener', 'nobody'])
      await expect(
        initiate({ USERNAME, PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: 'Wrong-password-1' }),
      ).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' });
  });

  it('signs in with the selected method', async () => {
    const { Session } = await initiate({ USERNAME: 'listener' });
    const selected = await respond('SELECT_CHALLENGE', Session, { USERNAME: 'listener', ANSWER: 'PASSWORD' });
    expect(selected.ChallengeName).toBe('PASSWORD');
    const answer = { USERNAME: 'listener', PASSWORD };
    const { AuthenticationResult } = await respond('PASSWORD', selected.Session, answer);
    expect(levelOf(AuthenticationResult?.AccessToken)).toEqual({ acr: 'urn:cognito:loa:1', amr: ['pwd'] });
    await expect(respond('PASSWORD', selected.Session, answer)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });

    const srp = startSrp(POOL);
    const first = await initiate({
      USERNAME: 'listener',
      PREFERRED_CHALLENGE: 'PASSWORD_SRP',
      SRP_A: srp.publicHex,
    });
    const second = await respond(
      'PASSWORD_VERIFIER',
      undefined,
      srp.response(first.ChallengeParameters ?? {}, PASSWORD),
    );
    expect(second.AuthenticationResult?.AccessToken).toBeDefined();
    await expect(
      respond('SELECT_CHALLENGE', (await initiate({ USERNAME: 'listener' })).Session, { ANSWER: 'WEB_AUTHN' }),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('raises the level of a session by the missing factor alone', async () => {
    const token = await signIn();
    const secret = await setUpApp(token);
    const targets = { USERNAME: 'listener', ACCESS_TOKEN: token, TARGET_ACR_VALUES: 'urn:cognito:loa:4' };
    const asked = await initiate(targets);
    expect(asked.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    const { AuthenticationResult } = await respond('SOFTWARE_TOKEN_MFA', asked.Session, {
      USERNAME: 'listener',
      SOFTWARE_TOKEN_MFA_CODE: totp(secret, clock.now()),
    });
    const raised = AuthenticationResult?.AccessToken ?? '';
    expect(levelOf(raised)).toEqual({ acr: 'urn:cognito:loa:4', amr: ['pwd', 'otp', 'mfa'] });
    expect(decodeJwt(raised)['origin_jti']).not.toBe(decodeJwt(token)['origin_jti']);
    // A session that has the level gets tokens without a question, and keeps its time.
    await clock.advance(60_000);
    const again = await initiate({ ...targets, ACCESS_TOKEN: raised });
    expect(decodeJwt(again.AuthenticationResult?.AccessToken ?? '')['auth_time']).toBe(decodeJwt(raised)['auth_time']);
  });

  it('asks for everything again when the session is older than MAX_AGE', async () => {
    const token = await signIn();
    await setUpApp(token);
    const ask = (MAX_AGE: string) =>
      initiate({ USERNAME: 'listener', ACCESS_TOKEN: token, TARGET_ACR_VALUES: 'urn:cognito:loa:4', MAX_AGE });
    expect((await ask('300')).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    await clock.advance(HOUR_MS / 2);
    expect((await ask('300')).AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP']);
    await expect(ask('soon')).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('falls back through the requested levels, and rejects what cannot be', async () => {
    const token = await signIn();
    const targets = 'urn:cognito:loa:4 urn:cognito:loa:3 urn:cognito:loa:1';
    const base = { USERNAME: 'listener', ACCESS_TOKEN: token };
    const kept = await initiate({ ...base, TARGET_ACR_VALUES: targets });
    expect(levelOf(kept.AuthenticationResult?.AccessToken).acr).toBe('urn:cognito:loa:1');
    await register(createAuthenticator(), token);
    expect((await initiate({ ...base, TARGET_ACR_VALUES: targets })).AvailableChallenges).toEqual(['WEB_AUTHN']);
    const rejected: readonly Given[] = [
      base,
      { ...base, TARGET_ACR_VALUES: 'gold' },
      { ...base, TARGET_ACR_VALUES: 'urn:cognito:loa:4' },
    ];
    for (const parameters of rejected)
      await expect(initiate(parameters)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(initiate({ ...base, USERNAME: 'admin', TARGET_ACR_VALUES: targets })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });

  it('is rejected for a client that does not list it', async () => {
    await pool.stop();
    await start({ client: {} });
    await expect(initiate({ USERNAME: 'listener' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe('an authenticator app', () => {
  it('is described to its user and to administrators, and removed by an administrator', async () => {
    const token = await signIn();
    const admin = { UserPoolId: POOL, Username: 'listener' };
    const remove = () => pool.client.send(new AdminDeleteSoftwareTokenCommand(admin));
    await expect(remove()).rejects.toMatchObject({ name: 'SoftwareTokenMFANotFoundException' });
    await setUpApp(token);
    const expected = {
      Username: 'listener',
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      ConfiguredUserAuthFactors: ['PASSWORD', 'SOFTWARE_TOKEN'],
    };
    expect(await pool.client.send(new GetUserAuthFactorsCommand({ AccessToken: token }))).toMatchObject(expected);
    expect(await pool.client.send(new AdminGetUserAuthFactorsCommand(admin))).toMatchObject(expected);
    expect((await signInSrp(pool.client, 'listener', PASSWORD)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    await remove();
    expect((await signInSrp(pool.client, 'listener', PASSWORD)).AuthenticationResult).toBeDefined();
  });

  it('is turned off and on by an administrator', async () => {
    await setUpApp(await signIn());
    const set = (Enabled: boolean) =>
      pool.client.send(
        new AdminSetUserMFAPreferenceCommand({
          UserPoolId: POOL,
          Username: 'listener',
          SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
        }),
      );
    await set(false);
    expect((await signInSrp(pool.client, 'listener', PASSWORD)).AuthenticationResult).toBeDefined();
    await set(true);
    expect((await signInSrp(pool.client, 'listener', PASSWORD)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });

  it('survives a restart with the passkeys', async () => {
    const token = await signIn();
    const authenticator = createAuthenticator();
    await register(authenticator, token);
    const { dataDir } = pool;
    await pool.stop(true);
    pool = await startPool(clock, { pool: PASSKEY_POOL, client: USER_AUTH_CLIENT, dataDir });
    const { request, session } = await askPasskey();
    expect((await answerPasskey(session, authenticator.authenticate(request))).AuthenticationResult).toBeDefined();
  });
});
