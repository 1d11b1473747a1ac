import {
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  DeleteUserCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { SignJWT, createLocalJWKSet, decodeJwt, decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { ManualClock } from '../../../../infra/local/clock.ts';
import { startSrp } from '../../../support/stack/srp.ts';
import { CLIENT, PASSWORD, POOL, beginSignIn, issuer, signInSrp, startPool, totp } from './cognito-support.ts';
import type { StartedPool } from './cognito-support.ts';

let clock: ManualClock;
let pool: StartedPool;

beforeEach(async () => {
  clock = createManualClock();
  pool = await startPool(clock);
  await pool.engine.seedUser({ poolId: POOL, username: 'listener', email: 'listener@x.io', password: PASSWORD });
});
afterEach(() => pool.stop());

const signIn = async (username = 'listener') => {
  const { AuthenticationResult } = await signInSrp(pool.client, username, PASSWORD);
  return {
    access: AuthenticationResult?.AccessToken ?? '',
    id: AuthenticationResult?.IdToken ?? '',
    refresh: AuthenticationResult?.RefreshToken ?? '',
  };
};
const refresh = (RefreshToken: string, ClientId = CLIENT) =>
  pool.client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));
const getUser = (AccessToken: string) => pool.client.send(new GetUserCommand({ AccessToken }));
const notAuthorized = (message: string) => ({ name: 'NotAuthorizedException', message });

describe('tokens', () => {
  it('carry the claims of Cognito and are signed with two published keys', async () => {
    const { access, id } = await signIn();
    const now = clock.now() / 1000;
    const keys = createLocalJWKSet(JSON.parse(JSON.stringify(pool.engine.jwks(POOL))));
    for (const token of [access, id]) {
      await jwtVerify(token, keys, { issuer: issuer(POOL), algorithms: ['RS256'], currentDate: new Date(clock.now()) });
    }
    expect(decodeProtectedHeader(access).kid).not.toBe(decodeProtectedHeader(id).kid);
    expect(JSON.stringify(pool.engine.jwks(POOL))).not.toContain('"d"');
    const uuid = expect.stringMatching(/^[\da-f-]{36}$/) as string;
    const sub = decodeJwt(access).sub;
    expect(decodeJwt(access)).toEqual({
      sub,
      iss: issuer(POOL),
      client_id: CLIENT,
      origin_jti: uuid,
      event_id: uuid,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      auth_time: now,
      acr: 'urn:cognito:loa:1',
      amr: ['pwd'],
      exp: now + 3600,
      iat: now,
      jti: uuid,
      username: 'listener',
    });
    expect(decodeJwt(id)).toEqual({
      sub,
      iss: issuer(POOL),
      aud: CLIENT,
      origin_jti: decodeJwt(access).origin_jti,
      event_id: uuid,
      token_use: 'id',
      auth_time: now,
      acr: 'urn:cognito:loa:1',
      amr: ['pwd'],
      exp: now + 3600,
      iat: now,
      jti: uuid,
      'cognito:username': 'listener',
      email: 'listener@x.io',
      email_verified: true,
    });
  });

  it('are rejected by GetUser when forged, foreign, expired or an ID token', async () => {
    const { access, id } = await signIn();
    expect(await getUser(access)).toMatchObject({ Username: 'listener' });
    const { privateKey } = await generateKeyPair('RS256');
    const header = decodeProtectedHeader(access);
    const forged = await new SignJWT(decodeJwt(access))
      .setProtectedHeader({ ...header, alg: 'RS256' })
      .sign(privateKey);
    const [head, , signature] = access.split('.');
    const body = Buffer.from(JSON.stringify({ ...decodeJwt(access), username: 'other' })).toString('base64url');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${access.split('.')[1] ?? ''}.`;
    for (const token of [forged, `${head ?? ''}.${body}.${signature ?? ''}`, none, id, 'nonsense']) {
      await expect(getUser(token)).rejects.toMatchObject(notAuthorized('Invalid Access Token'));
    }
    await clock.advance(3_601_000);
    await expect(getUser(access)).rejects.toMatchObject(notAuthorized('Access Token has expired'));
  });

  it('have their keys and configuration published as documents', async () => {
    const found = (await (
      await fetch(`${pool.endpoint}/_local/cognito/${POOL}/.well-known/openid-configuration`)
    ).json()) as { issuer: string };
    expect(found.issuer).toBe(issuer(POOL));
    expect((await fetch(`${pool.endpoint}/us-east-1_other/.well-known/jwks.json`)).status).toBe(404);
  });
});

describe('refresh tokens', () => {
  it('rotate: the old one works during its grace period, and the new one expires with the first', async () => {
    const first = await signIn();
    await clock.advance(60_000);
    const second = (await refresh(first.refresh)).AuthenticationResult;
    expect(second?.RefreshToken).toBeDefined();
    expect(decodeJwt(second?.AccessToken ?? '')).toMatchObject({
      auth_time: clock.now() / 1000 - 60,
      iat: clock.now() / 1000,
    });
    await clock.advance(10_000);
    await refresh(first.refresh);
    await clock.advance(1);
    await expect(refresh(first.refresh)).rejects.toMatchObject({ name: 'RefreshTokenReuseException' });
    await refresh(second?.RefreshToken ?? '');
    const third = (await refresh(second?.RefreshToken ?? '')).AuthenticationResult;
    await clock.advance(30 * 86_400_000 - 70_001);
    await expect(refresh(third?.RefreshToken ?? '')).rejects.toMatchObject(notAuthorized('Refresh Token has expired'));
  });

  it('stop working after revocation, global sign-out, disabling and deletion', async () => {
    const { refresh: a, access } = await signIn();
    const b = await signIn();
    const revoke = () => pool.client.send(new RevokeTokenCommand({ ClientId: CLIENT, Token: a }));
    await revoke();
    await revoke();
    await expect(refresh(a)).rejects.toMatchObject(notAuthorized('Refresh Token has been revoked'));
    await expect(getUser(access)).rejects.toMatchObject(notAuthorized('Access Token has been revoked'));
    await expect(pool.client.send(new RevokeTokenCommand({ ClientId: CLIENT, Token: access }))).rejects.toMatchObject({
      name: 'UnsupportedTokenTypeException',
    });
    await getUser(b.access);

    const user = { UserPoolId: POOL, Username: 'listener@x.io' };
    await pool.client.send(new GlobalSignOutCommand({ AccessToken: b.access }));
    await expect(refresh(b.refresh)).rejects.toMatchObject(notAuthorized('Refresh Token has been revoked'));
    const c = await signIn();
    await pool.client.send(new AdminUserGlobalSignOutCommand(user));
    await expect(getUser(c.access)).rejects.toMatchObject(notAuthorized('Access Token has been revoked'));
    const d = await signIn();
    await pool.client.send(new AdminDisableUserCommand(user));
    await expect(refresh(d.refresh)).rejects.toMatchObject(notAuthorized('User is disabled.'));
    await pool.client.send(new AdminEnableUserCommand(user));
    await expect(refresh(d.refresh)).rejects.toMatchObject(notAuthorized('Refresh Token has been revoked'));
    const e = await signIn();
    await pool.client.send(new DeleteUserCommand({ AccessToken: e.access }));
    await expect(refresh(e.refresh)).rejects.toMatchObject(notAuthorized('Invalid Refresh Token.'));
    await expect(getUser(e.access)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });

  it('work for one client only', async () => {
    const { refresh: token } = await signIn();
    pool.engine.createUserPoolClient({
      id: 'other',
      poolId: POOL,
      properties: { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
    });
    await expect(refresh(token, 'other')).rejects.toMatchObject(notAuthorized('Invalid Refresh Token.'));
    await expect(refresh(token, 'missing')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'User pool client missing does not exist.',
    });
    await expect(refresh('garbage')).rejects.toMatchObject(notAuthorized('Invalid Refresh Token.'));
  });
});

describe('sign-in', () => {
  it('allows only the flows that the client lists', async () => {
    const start = (AuthFlow: 'USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH' | 'CUSTOM_AUTH') =>
      pool.client.send(
        new InitiateAuthCommand({
          AuthFlow,
          ClientId: CLIENT,
          AuthParameters: { USERNAME: 'listener', PASSWORD, REFRESH_TOKEN: 'x' },
        }),
      );
    for (const flow of ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH', 'CUSTOM_AUTH'] as const) {
      await expect(start(flow)).rejects.toMatchObject({
        name: 'InvalidParameterException',
        message: `${flow} flow not enabled for this client`,
      });
    }
  });

  it('answers an unknown user in the same shape with a constant salt, and denies the sign-in', async () => {
    const shape = (parameters: Record<string, string> | undefined) =>
      Object.entries(parameters ?? {})
        .map(([name, value]) => [name, name === 'SRP_B' || name === 'SECRET_BLOCK' ? value.length > 300 : typeof value])
        .sort();
    await pool.engine.seedUser({ poolId: POOL, username: crypto.randomUUID(), email: 'real@x.io', password: PASSWORD });
    const known = await beginSignIn(pool.client, 'real@x.io', PASSWORD);
    const one = await beginSignIn(pool.client, 'nobody@x.io', PASSWORD);
    const two = await beginSignIn(pool.client, 'Nobody@X.io', PASSWORD);
    expect(shape(one.first.ChallengeParameters)).toEqual(shape(known.first.ChallengeParameters));
    expect(two.first.ChallengeParameters).toMatchObject({
      SALT: one.first.ChallengeParameters?.SALT,
      USER_ID_FOR_SRP: one.first.ChallengeParameters?.USER_ID_FOR_SRP,
    });
    expect(one.first.ChallengeParameters?.USER_ID_FOR_SRP).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(one.first.ChallengeParameters?.SALT).not.toBe(known.first.ChallengeParameters?.SALT);
    await expect(one.finish()).rejects.toMatchObject(notAuthorized('Incorrect username or password.'));
    await known.finish();
  });

  it('reports an unknown user when the client does not hide it', async () => {
    pool.engine.createUserPoolClient({
      id: CLIENT,
      poolId: POOL,
      properties: { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
    });
    await expect(signInSrp(pool.client, 'nobody', PASSWORD)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });

  it('rejects public numbers that would match every password, repeated steps and late steps', async () => {
    const modulus = (await import('node:crypto')).getDiffieHellman('modp15').getPrime('hex');
    for (const SRP_A of ['0', modulus, 'xyz']) {
      await expect(
        pool.client.send(
          new InitiateAuthCommand({
            AuthFlow: 'USER_SRP_AUTH',
            ClientId: CLIENT,
            AuthParameters: { USERNAME: 'listener', SRP_A },
          }),
        ),
      ).rejects.toMatchObject({ name: 'InvalidParameterException' });
    }
    const once = await beginSignIn(pool.client, 'listener', PASSWORD);
    await once.finish();
    await expect(once.finish()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    const late = await beginSignIn(pool.client, 'listener', PASSWORD);
    await clock.advance(180_000);
    await expect(late.finish()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('rejects a malformed timestamp in the claim', async () => {
    const srp = startSrp(POOL);
    const first = await pool.client.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_SRP_AUTH',
        ClientId: CLIENT,
        AuthParameters: { USERNAME: 'listener', SRP_A: srp.publicHex },
      }),
    );
    const ChallengeResponses = srp.response(first.ChallengeParameters ?? {}, PASSWORD, '2026-01-01T00:00:00Z');
    await expect(
      pool.client.send(
        new RespondToAuthChallengeCommand({ ChallengeName: 'PASSWORD_VERIFIER', ClientId: CLIENT, ChallengeResponses }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it.each(['listener', 'nobody@x.io'])('locks %s after five failures, for twice as long each time', async (name) => {
    const wrong = () => signInSrp(pool.client, name, 'Wrong-password-1');
    for (let i = 0; i < 5; i += 1)
      await expect(wrong()).rejects.toMatchObject(notAuthorized('Incorrect username or password.'));
    for (const seconds of [1, 2, 4]) {
      await expect(wrong()).rejects.toMatchObject(notAuthorized('Password attempts exceeded'));
      await clock.advance(seconds * 1000);
      await expect(wrong()).rejects.toMatchObject(notAuthorized('Incorrect username or password.'));
    }
  });

  it('locks out the right password too, and resets after 15 quiet minutes or a success', async () => {
    for (let i = 0; i < 5; i += 1)
      await expect(signInSrp(pool.client, 'listener@x.io', 'Wrong-password-1')).rejects.toThrow();
    await expect(signIn('LISTENER')).rejects.toMatchObject(notAuthorized('Password attempts exceeded'));
    await clock.advance(1000);
    await signIn();
    for (let i = 0; i < 4; i += 1)
      await expect(signInSrp(pool.client, 'listener', 'Wrong-password-1')).rejects.toThrow();
    await signIn();
    for (let i = 0; i < 5; i += 1)
      await expect(signInSrp(pool.client, 'listener', 'Wrong-password-1')).rejects.toThrow();
    await clock.advance(15 * 60_000 + 1);
    await expect(signInSrp(pool.client, 'listener', 'Wrong-password-1')).rejects.toMatchObject(
      notAuthorized('Incorrect username or password.'),
    );
    await signIn();
  });
});

it('requires an authenticator app when the pool does, and limits guesses of its code', async () => {
  await pool.stop();
  pool = await startPool(clock, { pool: { MfaConfiguration: 'ON' } });
  await pool.engine.seedUser({ poolId: POOL, username: 'listener', email: 'listener@x.io', password: PASSWORD });
  const setup = await signInSrp(pool.client, 'listener', PASSWORD);
  expect(setup).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  });
  const answer = (ChallengeName: 'MFA_SETUP' | 'SOFTWARE_TOKEN_MFA', Session: string | undefined, code = '') =>
    pool.client.send(
      new RespondToAuthChallengeCommand({
        ClientId: CLIENT,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: 'listener', SOFTWARE_TOKEN_MFA_CODE: code },
      }),
    );
  await expect(answer('MFA_SETUP', setup.Session)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  const { SecretCode = '', Session } = await pool.client.send(
    new AssociateSoftwareTokenCommand({ Session: setup.Session }),
  );
  expect(SecretCode).toMatch(/^[A-Z2-7]{52}$/);
  const verified = await pool.client.send(
    new VerifySoftwareTokenCommand({ Session, UserCode: totp(SecretCode, clock.now()) }),
  );
  expect((await answer('MFA_SETUP', verified.Session)).AuthenticationResult).toBeDefined();

  await clock.advance(60_000);
  const asked = await signInSrp(pool.client, 'listener', PASSWORD);
  expect(asked.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  const code = totp(SecretCode, clock.now());
  for (let i = 0; i < 5; i += 1)
    await expect(answer('SOFTWARE_TOKEN_MFA', asked.Session, 'nocode')).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid code received for user',
    });
  await expect(answer('SOFTWARE_TOKEN_MFA', asked.Session, code)).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await clock.advance(1000);
  expect((await answer('SOFTWARE_TOKEN_MFA', asked.Session, code)).AuthenticationResult).toBeDefined();
});

it('changes a password only with the current one, and never to one in the history', async () => {
  await pool.stop();
  pool = await startPool(clock, { pool: { Policies: { PasswordPolicy: { PasswordHistorySize: 2 } } } });
  await pool.engine.seedUser({ poolId: POOL, username: 'listener', email: 'listener@x.io', password: PASSWORD });
  const { access: AccessToken } = await signIn();
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    pool.client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
  await expect(change('wrong-one', 'second-1')).rejects.toMatchObject(notAuthorized('Incorrect username or password.'));
  await change(PASSWORD, 'second-1');
  await expect(change('second-1', PASSWORD)).rejects.toMatchObject({ name: 'PasswordHistoryPolicyViolationException' });
  await expect(change('second-1', 'short')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
  await change('second-1', 'third-one-1');
  await expect(change('third-one-1', 'x')).rejects.toMatchObject({
    name: 'LimitExceededException',
    message: 'Attempt limit exceeded, please try after some time.',
  });
});

it('does not replace a password that an administrator sets while the current one is checked', async () => {
  const { access: AccessToken } = await signIn();
  const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: 'Brand-new-pass-1' };
  const set = { UserPoolId: POOL, Username: 'listener', Password: 'Set-for-good-1', Permanent: true };
  await Promise.all([
    pool.client.send(new ChangePasswordCommand(change)).catch(() => undefined),
    pool.client.send(new AdminSetUserPasswordCommand(set)),
  ]);
  // The administrator's password remains, whichever of the two ended first.
  expect((await signInSrp(pool.client, 'listener', 'Set-for-good-1')).AuthenticationResult).toBeDefined();
});

it('keeps accounts, keys, sessions and decoys across a restart, and stores no password', async () => {
  const { access, refresh: token } = await signIn();
  const decoy = (await beginSignIn(pool.client, 'nobody@x.io', PASSWORD)).first.ChallengeParameters;
  await pool.stop(true);
  const { readFile, stat } = await import('node:fs/promises');
  const file = `${pool.dataDir}/${POOL}.json`;
  const text = await readFile(file, 'utf8');
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain(token);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  pool = await startPool(clock, { dataDir: pool.dataDir });
  expect(await getUser(access)).toMatchObject({ Username: 'listener' });
  await refresh(token);
  await signIn('listener@x.io');
  expect((await beginSignIn(pool.client, 'nobody@x.io', PASSWORD)).first.ChallengeParameters).toMatchObject({
    SALT: decoy?.SALT,
    USER_ID_FOR_SRP: decoy?.USER_ID_FOR_SRP,
  });
});
