import { decodeJwt } from 'jose';
import { createManualClock, type ManualClock } from '../../../../infra/local/clock.ts';
import { createUserAuth } from '../../../../web/src/lib/auth/user-auth.ts';
import { createClientTokenVerifier } from '../../../../web/src/lib/auth/verify-token.ts';
import { testConfig } from '../../../support/web-config.ts';
import {
  CLIENT,
  PASSKEY_POOL,
  PASSWORD,
  POOL,
  USER_AUTH_CLIENT,
  startPool,
  type StartedPool,
} from './cognito-support.ts';

let clock: ManualClock;
let pool: StartedPool;

beforeEach(async () => {
  clock = createManualClock();
  pool = await startPool(clock, { pool: PASSKEY_POOL, client: USER_AUTH_CLIENT });
  await pool.engine.seedUser({ poolId: POOL, username: 'listener', email: 'listener@x.io', password: PASSWORD });
});
afterEach(() => pool.stop());

const config = () => ({ ...testConfig, userPoolId: POOL, userPoolClientId: CLIENT, userPoolEndpoint: pool.endpoint });
const flow = () => createUserAuth(config(), { now: () => new Date(clock.now()) });
const tokens = async () => {
  const step = await flow().withPassword('listener', PASSWORD);
  if (step.kind !== 'done') throw new Error('The sign-in is not done');
  return step.tokens;
};

describe("the browser's own sign-in", () => {
  it('proves the password without sending it', async () => {
    const { AccessToken } = await tokens();
    expect(decodeJwt(AccessToken)).toMatchObject({ username: 'listener', acr: 'urn:cognito:loa:1' });
    await expect(flow().withPassword('listener', 'Wrong-password-1')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it('says when a user has no passkey, and ends a session', async () => {
    await expect(flow().withPasskey('listener')).rejects.toMatchObject({ name: 'PasskeyNotOffered' });
    const { RefreshToken = '' } = await tokens();
    await expect(flow().revoke(RefreshToken)).resolves.toBeUndefined();
  });
});

describe('the verification of a token in the browser', () => {
  const verifier = (keys: () => unknown = () => pool.engine.jwks(POOL), drift = 0) => {
    const requests: string[] = [];
    const fetch = async (url: unknown) => {
      requests.push(String(url));
      return new Response(JSON.stringify(keys()));
    };
    return { requests, ...createClientTokenVerifier(config(), { now: clock.now, drift: () => drift, fetch }) };
  };

  it('accepts tokens of the user pool and keeps its keys', async () => {
    const { AccessToken, IdToken } = await tokens();
    const { verify, requests } = verifier();
    expect(await verify(AccessToken)).toMatchObject({ username: 'listener' });
    await verify(IdToken);
    expect(requests).toEqual([`${pool.endpoint.replace(/\/$/, '')}/${POOL}/.well-known/jwks.json`]);
  });

  it('rejects with the texts of the specification', async () => {
    const { AccessToken } = await tokens();
    const [head = '', body = ''] = AccessToken.split('.');
    await expect(verifier(() => ({ keys: [] })).verify(AccessToken)).rejects.toThrow('JWKS is empty');
    const foreign = { keys: pool.engine.jwks(POOL).keys.map((key) => ({ ...key, kid: `not-${key.kid}` })) };
    await expect(verifier(() => foreign).verify(AccessToken)).rejects.toThrow('No matching signing key found in JWKS');
    const forged = `${head}.${body}.${Buffer.from('x'.repeat(256)).toString('base64url')}`;
    await expect(verifier().verify(forged)).rejects.toThrow('Invalid JWT signature');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    await expect(verifier().verify(unsigned)).rejects.toThrow('Invalid JWT signature');
    await expect(verifier().verify('no token')).rejects.toThrow('Invalid JWT');
    await clock.advance(3_600_000);
    await expect(verifier().verify(AccessToken)).rejects.toThrow('JWT has expired');
  });

  it('measures by the clock of the user pool, so that a device an hour ahead can sign in', async () => {
    const { AccessToken } = await tokens();
    await clock.advance(3_600_000);
    await expect(verifier(undefined, -3_600_000).verify(AccessToken)).resolves.toMatchObject({ username: 'listener' });
  });
});
