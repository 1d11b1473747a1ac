import { createRetries } from '../../../lambdas/platform/retries.ts';

/** Makes a call that fails `failures` times. Returns the number of attempts and whether the call succeeded. */
const callWith = async (
  retries: ReturnType<typeof createRetries>,
  failures: number,
  onWait: (ms: number) => void = () => {},
  errorType: 'THROTTLING' | 'CLIENT_ERROR' = 'THROTTLING',
) => {
  let token = await retries.acquireInitialRetryToken('');
  for (let tries = 1; ; tries += 1) {
    if (tries > failures) {
      retries.recordSuccess(token);
      return { tries, done: true };
    }
    try {
      token = await retries.refreshRetryTokenForRetry(token, { errorType });
    } catch {
      return { tries, done: false };
    }
    onWait(token.getRetryDelay());
  }
};

describe('retries', () => {
  it('make up to eight attempts, with delays that double and stay below a second', async () => {
    const waits: number[] = [];
    const retries = createRetries({ now: () => 0, random: () => 1 });
    expect(await callWith(retries, 7, (ms) => waits.push(ms))).toEqual({ tries: 8, done: true });
    expect(waits).toEqual([50, 100, 200, 400, 800, 800, 800]);
    expect(await callWith(retries, 8)).toEqual({ tries: 8, done: false });
  });

  it('do not repeat client errors', async () => {
    expect(await callWith(createRetries(), 1, undefined, 'CLIENT_ERROR')).toEqual({ tries: 1, done: false });
  });

  it('stop after ten seconds, however few attempts were made', async () => {
    let now = 0;
    const retries = createRetries({ now: () => now, random: () => 0 });
    expect(await callWith(retries, 9, () => (now += 4000))).toEqual({ tries: 4, done: false });
  });

  it('stop soon when a dependency is down, and resume when it is back', async () => {
    const retries = createRetries({ now: () => 0, random: () => 0 });
    for (let call = 0; call < 28; call += 1) expect((await callWith(retries, 99)).tries).toBe(8);
    await callWith(retries, 99);
    expect((await callWith(retries, 99)).tries).toBe(1);
    for (let call = 0; call < 20; call += 1) await callWith(retries, 0);
    expect((await callWith(retries, 99)).tries).toBe(8);
  });

  it('succeed while a fifth of all attempts fail', async () => {
    const seed = 7;
    let state = seed;
    const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
    const retries = createRetries({ now: () => 0, random });
    let failed = 0;
    for (let call = 0; call < 20_000; call += 1) {
      let failures = 0;
      while (random() < 0.2) failures += 1;
      if (!(await callWith(retries, failures)).done) failed += 1;
    }
    console.log(`20,000 calls, seed ${seed}: ${failed} failed`);
    expect(failed).toBeLessThanOrEqual(2);
  });
});
