import { ulid } from 'ulid';
import { silentLogger, type Logger } from '../../../lambdas/domain/logger.ts';
import type { NewSecurityEvent } from '../../../lambdas/domain/security/event.ts';
import { ATTEMPT_MS, dueOf, type SignInAttempts } from '../../../lambdas/domain/sessions/sign-in-attempt.ts';
import { countSignIn, type SignInTriggerEvent } from '../../../lambdas/workers/sign-in-attempts/count-sign-in.ts';
import { recordOverdue } from '../../../lambdas/workers/security-clock/record-overdue.ts';

const ANN = '11111111-2222-4333-8444-555555555555';
const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const KEY = Buffer.alloc(32, 1).toString('base64');

const trigger = (when: 'Pre' | 'Post', request: object, userName = 'generated-name') =>
  ({
    triggerSource: `${when}Authentication_Authentication`,
    userName,
    request: { userAttributes: {}, ...request },
    response: {},
  }) as unknown as SignInTriggerEvent;
const known = { userAttributes: { sub: ANN } };

describe('the trigger of sign-ins', () => {
  let calls: string[];
  let logged: string[];
  let work: () => Promise<void>;
  const logger: Logger = {
    ...silentLogger,
    error: (message, fields) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  };
  const deps = {
    attempts: {
      async begin(subject: string, attempt: string) {
        await work();
        calls.push(`begin ${subject} ${attempt}`);
      },
      async complete(subject: string) {
        await work();
        calls.push(`complete ${subject}`);
      },
    },
    readKey: async () => KEY,
    newId: () => 'ID',
    logger,
  };

  beforeEach(() => {
    [calls, logged] = [[], []];
    work = async () => undefined;
  });

  it('counts what begins and what is completed, by user, and returns the event', async () => {
    const [before, after] = [trigger('Pre', known), trigger('Post', known)];
    expect(await countSignIn(deps, before)).toBe(before);
    expect(await countSignIn(deps, after)).toBe(after);
    expect(calls).toEqual([`begin user:${ANN} ID`, `complete user:${ANN}`]);
  });

  it('counts a name that no account has under a keyed hash', async () => {
    const unknown = (name: string) => countSignIn(deps, trigger('Pre', { userNotFound: true }, name));
    for (const name of ['Stranger@example.org', 'stranger@example.org', 'someone@example.org']) await unknown(name);
    const [first = '', second, third] = calls;
    expect(first).toMatch(/^begin account:[0-9a-f]{64} ID$/);
    expect([second === first, third === first]).toEqual([true, false]);
    await countSignIn(
      { ...deps, readKey: async () => Buffer.alloc(32, 2).toString('base64') },
      trigger('Pre', { userNotFound: true }, 'stranger@example.org'),
    );
    expect(calls[3]).not.toBe(first);
  });

  it('lets users sign in when it fails or takes too long, and logs no one', async () => {
    const event = trigger('Pre', known);
    work = async () => {
      throw Object.assign(new Error('no'), { name: 'ProvisionedThroughputExceededException' });
    };
    expect(await countSignIn(deps, event)).toBe(event);
    jest.useFakeTimers();
    try {
      work = () => new Promise(() => {});
      const late = countSignIn(deps, event);
      await jest.advanceTimersByTimeAsync(3000);
      expect(await late).toBe(event);
    } finally {
      jest.useRealTimers();
    }
    expect(await countSignIn({ ...deps, readKey: async () => Promise.reject(new Error('no')) }, event)).toBe(event);
    expect(logged).toHaveLength(3);
    expect(logged.join()).not.toContain(ANN);
  });
});

describe('the clock', () => {
  const subject = `user:${ANN}`;
  /** An attempt of this many milliseconds ago. */
  const ago = (ms: number): string => ulid(NOW - ms);

  const worldOf = (attempts: readonly string[]) => {
    const stored = new Map<string, NewSecurityEvent>();
    const settled: (readonly string[])[] = [];
    const due: SignInAttempts = { subject, attempts: new Set(attempts), due: dueOf([...attempts].sort()[0] ?? '') };
    const deps = {
      attempts: {
        listDue: async (now: number) => (due.due <= now ? [due] : []),
        settle: async (_due: SignInAttempts, recorded: readonly string[]) => void settled.push(recorded),
      },
      events: { put: async (event: NewSecurityEvent) => void stored.set(event.id, event) },
      logger: silentLogger,
      now: () => NOW,
    };
    return { deps, stored, settled };
  };

  it('records what is five minutes old, with the time of the attempt, and leaves the rest', async () => {
    const [old, limit, recent] = [ago(ATTEMPT_MS + 60_000), ago(ATTEMPT_MS), ago(ATTEMPT_MS - 1)];
    const { deps, stored, settled } = worldOf([recent, limit, old]);
    await recordOverdue(deps);
    expect([...stored.values()]).toMatchObject([
      { id: old, event_type: 'login_failed', subject, user_id: ANN, created_at: '2026-11-28T11:54:00.000Z' },
      { id: limit, success: false, risk_score: 30 },
    ]);
    expect(settled).toEqual([[old, limit]]);
  });

  it('records an attempt once, also when it stops before the attempt is removed', async () => {
    const { deps, stored } = worldOf([ago(ATTEMPT_MS)]);
    const stopped = {
      ...deps,
      attempts: { ...deps.attempts, settle: async () => Promise.reject(new Error('stopped')) },
    };
    await expect(recordOverdue(stopped)).rejects.toThrow('1 of 1 tasks failed');
    await recordOverdue(deps);
    expect(stored.size).toBe(1);
  });
});
