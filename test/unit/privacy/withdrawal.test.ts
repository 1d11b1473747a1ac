import { ulid } from 'ulid';
import type { Purpose } from '../../../lambdas/contract/people/consent.ts';
import type { TraceKind } from '../../../lambdas/contract/people/sign-in-events.ts';
import type { RemovalOutcome, TraceRemoval } from '../../../lambdas/data/privacy/consented-traces.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { domainEventsOf } from '../../../lambdas/domain/changes/domain-events.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { forgetAfterHold, forgetTraces } from '../../../lambdas/workers/cleanup/forget-traces.ts';

const USER = '11111111-2222-4333-8444-555555555555';
const NOW = Date.parse('2026-11-28T06:00:00.000Z');
const AT = new Date(NOW).toISOString();

const rightsOf = (consent?: readonly Purpose[]) => ({
  user_id: USER,
  role: 'user' as const,
  disabled: false,
  ...(consent ? { consent, consent_id: ulid(NOW) } : {}),
});
const withdrawals = (before?: readonly Purpose[], after?: readonly Purpose[]) =>
  domainEventsOf(rightsEntity.toItem(rightsOf(before)), rightsEntity.toItem(rightsOf(after))).filter(
    ({ type }) => type === 'ConsentWithdrawn.v1',
  );

describe('a change of what a user allows', () => {
  it.each<[readonly Purpose[], readonly Purpose[], readonly TraceKind[]]>([
    [['analytics', 'behavioral', 'functional'], [], ['address', 'behavior', 'place', 'playback']],
    [['analytics', 'functional'], ['analytics'], ['place']],
    [['analytics', 'behavioral'], ['behavioral'], ['address', 'playback']],
    [['analytics', 'behavioral'], ['analytics', 'marketing'], ['behavior']],
  ])('from %j to %j withdraws %j', (before, after, kinds) => {
    expect(withdrawals(before, after)).toEqual([
      { type: 'ConsentWithdrawn.v1', detail: { userId: USER, kinds, at: AT } },
    ]);
  });

  it('withdraws nothing when it allows more or something else, or when an erasure removes the decision', () => {
    expect(withdrawals(undefined, [])).toEqual([]);
    expect(withdrawals(['marketing', 'functional'], [])).toEqual([]);
    expect(withdrawals(['analytics'], ['analytics', 'behavioral'])).toEqual([]);
    expect(withdrawals(['analytics', 'behavioral'], undefined)).toEqual([]);
  });
});

describe('the removal of what was stored by consent', () => {
  /** `duration`: milliseconds that each removal takes. */
  const setUp = (consent: readonly Purpose[] | undefined, outcome: RemovalOutcome = 'done', duration = 0) => {
    let now = NOW;
    const waits: number[] = [];
    const removed: (Omit<TraceRemoval, 'hasTime'> & { readonly hadTime: boolean })[] = [];
    const deps = {
      traces: {
        remove: async (_userId: string, { hasTime, ...removal }: TraceRemoval) => {
          now += duration;
          removed.push({ ...removal, hadTime: hasTime() });
          return outcome;
        },
      },
      readRights: async () => rightsOf(consent),
      logger: silentLogger,
      now: () => now,
      sleep: async (ms: number) => {
        waits.push(ms);
        now += ms;
      },
    };
    return { deps, waits, removed };
  };
  const both = { userId: USER, kinds: ['address' as const, 'behavior' as const], at: AT };

  it('waits until no call stores more, and removes all', async () => {
    const { deps, waits, removed } = setUp([]);
    await forgetTraces(deps, both);
    expect(waits).toEqual([15_000]);
    expect(removed).toEqual([
      { kind: 'address', stored: undefined, hadTime: true },
      { kind: 'behavior', stored: undefined, hadTime: true },
    ]);
    await forgetTraces(deps, both);
    expect(waits).toHaveLength(1);
  });

  it('removes only what was stored before the withdrawal if the user allows it again', async () => {
    const { deps, removed } = setUp(['behavioral']);
    await forgetTraces(deps, both);
    expect(removed).toMatchObject([
      { kind: 'address', stored: undefined },
      { kind: 'behavior', stored: NOW },
    ]);
  });

  it('ends before the time-out, and fails when something is left, so that the event is delivered again', async () => {
    const { deps, removed } = setUp([], 'stopped', 4 * 60_000);
    await expect(forgetTraces(deps, both)).rejects.toThrow('not removed completely');
    expect(removed).toMatchObject([{ kind: 'address', hadTime: false }]);
  });

  it('leaves everything to a legal hold', async () => {
    const { deps, removed } = setUp([], 'held');
    await forgetTraces(deps, both);
    expect(removed).toHaveLength(1);
  });

  it.each<[readonly Purpose[] | undefined, readonly TraceKind[]]>([
    [['behavioral'], ['address', 'place', 'playback']],
    [[], ['address', 'behavior', 'place', 'playback']],
    [['analytics', 'behavioral', 'functional'], []],
    // No decision, or an account that was erased.
    [undefined, []],
  ])('follows the release of a hold for a user who allows %j: %j', async (consent, kinds) => {
    const { deps, removed } = setUp(consent);
    await forgetAfterHold(deps, USER);
    expect(removed.map(({ kind }) => kind)).toEqual(kinds);
  });
});
