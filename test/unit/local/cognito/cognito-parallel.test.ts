import { ConfirmForgotPasswordCommand, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { systemClock } from '../../../../infra/local/clock.ts';
import { N, powerOf } from '../../../../infra/local/engines/cognito/passwords/modular-power.ts';
import {
  beginExchange,
  createVerifier,
  verifyExchange,
} from '../../../../infra/local/engines/cognito/passwords/srp.ts';
import { startSrp } from '../../../support/stack/srp.ts';
import { beginSignIn, CLIENT, PASSWORD, POOL, signInSrp, startPool, type StartedPool } from './cognito-support.ts';

const SIGN_INS = 30;
const POOL_NAME = 'local0001';

/** The plain algorithm, to compare with. */
const powerInJavaScript = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  let factor = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % N;
    factor = (factor * factor) % N;
  }
  return result;
};

/** Processor time of this thread in milliseconds. Unlike elapsed time, it does not depend on other processes. */
const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const exponent = (seed: bigint): bigint => powerInJavaScript(seed + 3n, 70n) % 2n ** 256n;

it.each([
  ['a usual base', exponent(1n), exponent(2n) ** 11n],
  ['a base that is no square', exponent(3n), N - 2n],
  ['a base beyond the prime', exponent(4n), N * 3n + 7n],
  ['zero', exponent(5n), N],
  ['one', exponent(6n), N + 1n],
  ['minus one, odd', 7n, N - 1n],
  ['minus one, even', 8n, N - 1n],
  ['exponent zero', 0n, 5n],
  ['exponent one', 1n, 5n],
  ['an exponent whose top bit is set', 2n ** 256n - 1n, 5n],
])('the power of the native key agreement is that of the plain algorithm: %s', async (_, power, base) => {
  expect(await powerOf(power)(base)).toBe(powerInJavaScript(base, power));
});

/** Milliseconds that the main thread spends on parallel sign-ins. */
const timeOfSignIns = async (): Promise<number> => {
  const password = await createVerifier(POOL_NAME, 'anna', PASSWORD);
  const clients = Array.from({ length: SIGN_INS }, () => startSrp(POOL));
  const beforeBegin = threadTime();
  const exchanges = await Promise.all(
    clients.map(({ publicHex }) => beginExchange(BigInt(`0x${publicHex}`), password)),
  );
  const begun = threadTime() - beforeBegin;
  const claims = exchanges.map(({ serverPublic, secretBlock, stored }, index) => {
    const parameters = {
      USER_ID_FOR_SRP: 'anna',
      SRP_B: serverPublic.toString(16),
      SALT: stored.salt,
      SECRET_BLOCK: secretBlock,
    };
    const response = clients[index]?.response(parameters, PASSWORD);
    return {
      poolName: POOL_NAME,
      userId: 'anna',
      timestamp: response?.TIMESTAMP ?? '',
      signature: response?.PASSWORD_CLAIM_SIGNATURE ?? '',
    };
  });
  const beforeVerify = threadTime();
  const verified = await Promise.all(
    exchanges.map(async (exchange, index) => {
      const claim = claims[index];
      return claim ? verifyExchange(exchange, claim) : false;
    }),
  );
  const verifying = threadTime() - beforeVerify;
  expect(verified).toEqual(Array.from({ length: SIGN_INS }, () => true));
  return begun + verifying;
};

it(`${SIGN_INS} parallel sign-ins leave the main thread free for other requests`, async () => {
  // What else the machine does can lengthen a round; the shortest one is nearest to what the code needs.
  const rounds = [await timeOfSignIns(), await timeOfSignIns(), await timeOfSignIns()];
  const used = Math.min(...rounds);

  // The control: the same three powers of each sign-in, computed on this thread.
  const beforeControl = threadTime();
  for (let index = 0; index < 3 * SIGN_INS; index += 1)
    powerInJavaScript(exponent(BigInt(index)) ** 11n, exponent(BigInt(index + 1)));
  const control = threadTime() - beforeControl;
  console.info(
    `${SIGN_INS} sign-ins: ${used.toFixed(0)} ms of the main thread; ${control.toFixed(0)} ms in JavaScript`,
  );
  expect(used).toBeLessThan(control / 2);
});

describe('parallel requests', () => {
  let pool: StartedPool;
  beforeAll(async () => {
    pool = await startPool(systemClock);
    await pool.engine.seedUser({ poolId: POOL, username: 'anna', email: 'anna@example.org', password: PASSWORD });
  });
  afterAll(() => pool.stop());
  /** The message of each failure, `done` for each success. */
  const outcomes = async (requests: readonly Promise<unknown>[]): Promise<readonly string[]> =>
    (await Promise.allSettled(requests)).map((one) =>
      one.status === 'fulfilled' ? 'done' : (one.reason as Error).message,
    );

  it('sign in one user as often as requested', async () => {
    const signIns = Array.from({ length: 8 }, () => signInSrp(pool.client, 'anna', PASSWORD));
    expect(await outcomes(signIns)).toEqual(Array.from({ length: 8 }, () => 'done'));
  });

  it('cannot guess more passwords than one after another', async () => {
    await pool.engine.seedUser({ poolId: POOL, username: 'ben', email: 'ben@example.org', password: PASSWORD });
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginSignIn(pool.client, 'ben', 'Wrong-guess-1')));
    expect([...(await outcomes(begun.map(({ finish }) => finish())))].sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'Incorrect username or password.'),
      ...Array.from({ length: 3 }, () => 'Password attempts exceeded'),
    ]);
  });

  it('sign up one user with a name', async () => {
    const signUps = Array.from({ length: 4 }, (_, index) => pool.signUp('carla', `carla${index}@example.org`));
    expect([...(await outcomes(signUps))].sort()).toEqual([
      'User already exists',
      'User already exists',
      'User already exists',
      'done',
    ]);
  });

  it('use a code for a new password once', async () => {
    await pool.client.send(new ForgotPasswordCommand({ ClientId: CLIENT, Username: 'anna' }));
    const ConfirmationCode = pool.code('anna@example.org');
    const resets = Array.from({ length: 3 }, (_, index) =>
      pool.client.send(
        new ConfirmForgotPasswordCommand({
          ClientId: CLIENT,
          Username: 'anna',
          ConfirmationCode,
          Password: `${PASSWORD}${index}`,
        }),
      ),
    );
    expect((await outcomes(resets)).filter((outcome) => outcome === 'done')).toHaveLength(1);
  });
});
