import type { BehaviorDeps } from '../../../lambdas/api/behavior/deps.ts';
import { behaviorRoutes } from '../../../lambdas/api/behavior/routes.ts';
import type { Purpose } from '../../../lambdas/contract/people/consent.ts';
import type { PatternData } from '../../../lambdas/contract/security/behavior.ts';
import { createSecurityEventRepository } from '../../../lambdas/data/admin/security-event-repository.ts';
import { behavioralPatternEntity } from '../../../lambdas/data/security/behavior-entity.ts';
import { createBehaviorRepository } from '../../../lambdas/data/security/behavior-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { ConditionFailed } from '../../../lambdas/data/table/errors.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';
import type { Rights } from '../../../lambdas/domain/accounts/actor.ts';
import type { RateCounters } from '../../../lambdas/domain/limits/rate-limit.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createEventRecorder } from '../../../lambdas/domain/security/event-recorder.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { counted, somePattern } from '../../support/behavior.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const PAGE = 'ab'.repeat(16);
const OTHER = '99999999-2222-4333-8444-555555555555';

/** The function over items in memory, for a caller and users with these rights. */
const setUp = (
  consent: readonly Purpose[] | undefined,
  { role = 'user', limit = 100, consent_notice = 2 }: Partial<Rights> & { limit?: number } = {},
) => {
  let now = NOW;
  let ids = 0;
  const items = new Map<string, StoredItem>();
  const keyOf = ({ pk, sk }: { readonly pk: string; readonly sk: string }): string => `${pk} ${sk}`;
  const put = (item: StoredItem): void => void items.set(keyOf(item), item);
  const table = {
    write: { put: (item: StoredItem) => item },
    async transact(writes: readonly StoredItem[]) {
      const index = writes.findIndex((item) => items.has(keyOf(item)));
      if (index >= 0) throw new ConditionFailed(items.get(keyOf(writes[index] ?? { pk: '', sk: '' })), index);
      writes.forEach(put);
    },
    get: async (key: StoredItem) => items.get(keyOf(key)),
    async put(item: StoredItem) {
      if (items.has(keyOf(item))) throw new ConditionFailed(item);
      put(item);
    },
    query: async ({ partition, prefix = 'PATTERN#' }: { readonly partition: string; readonly prefix?: string }) => ({
      items: [...items.values()].filter(({ pk, sk }) => pk === partition && sk.startsWith(prefix)).reverse(),
    }),
  } as unknown as Table;
  const taken: string[] = [];
  const counters: RateCounters = {
    take: async ({ name }, subject) => {
      if (taken.filter((one) => one === `${name} ${subject}`).length >= limit) return 30_000;
      taken.push(`${name} ${subject}`);
      return undefined;
    },
  };
  const rightsOf = (id: string): Rights => ({
    user_id: id,
    role,
    disabled: false,
    ...(consent ? { consent, consent_notice } : {}),
  });
  const deps: BehaviorDeps = {
    patterns: createBehaviorRepository(table, silentLogger),
    rights: { read: async (id) => (id === PERSON ? rightsOf(id) : undefined) },
    recorder: createEventRecorder({ events: createSecurityEventRepository(table), counters }),
    counters,
    now: () => now,
    newId: () => `01K${String((ids += 1)).padStart(23, '0')}`,
  };
  const handler = httpFunction(behaviorRoutes(deps), {
    rights: { read: async (id) => ({ ...rightsOf(id), plan: 'free' }) },
    logger: silentLogger,
  });
  const send = (data: PatternData, seq = 1, page = PAGE) =>
    call(handler, {
      routeKey: 'POST /api/behavioral-patterns',
      body: { pattern_type: 'streaming', pattern_data: data, page, seq },
      claims: { ...accessClaims(), origin_jti: 'session-1' },
    });
  const list = (userId = PERSON) =>
    call(handler, {
      routeKey: 'GET /api/admin/users/{userId}/behavioral-patterns',
      params: { userId },
      claims: accessClaims(),
    });
  const stored = (type: string): readonly StoredItem[] => [...items.values()].filter((item) => item['type'] === type);
  return { send, list, stored, items, put, taken, wait: (ms: number) => void (now += ms) };
};

const quiet = counted({ plays: 2, page_views: 1 }, 'mouse');
/** 25 and 20 points. */
const unusual = counted({ plays: 10, skips: 9, quality_changes: 11 }, 'mouse');

describe('a pattern that a browser sends', () => {
  it.each<[string, readonly Purpose[] | undefined]>([
    ['before a decision', undefined],
    ['with consent to everything else', ['analytics', 'functional', 'marketing']],
  ])('is rejected %s, and nothing is stored or counted', async (_when, consent) => {
    const { send, items, taken } = setUp(consent);
    expect((await send(unusual)).problem).toMatchObject({ status: 403, code: 'consent_required' });
    expect([items.size, taken]).toEqual([0, []]);
  });

  it('is rejected when the user saw an earlier notice, which says nothing about it', async () => {
    const { send, items } = setUp(['behavioral'], { consent_notice: 1 });
    expect((await send(unusual)).problem.code).toBe('consent_required');
    expect(items.size).toBe(0);
  });

  it('is analyzed and stored with the user, session and time of the server', async () => {
    const { send, stored } = setUp(['behavioral']);
    const { status, body } = await send(quiet);
    const time = new Date(NOW).toISOString();
    const own = { user_id: PERSON, session_id: 'session-1', created_at: time, analyzed_at: time };
    expect([status, body]).toMatchObject([
      201,
      { ...own, pattern_data: quiet, risk_score: 0, anomaly_detected: false },
    ]);
    expect(stored('BEHAVIORAL_PATTERN')).toMatchObject([{ ...own, expires_at: expect.any(Number) }]);
    expect(stored('SECURITY_EVENT')).toEqual([]);
  });

  it('is stored once for each name, and answered with what was stored first', async () => {
    const { send, stored, wait } = setUp(['behavioral']);
    const first = await send(unusual);
    wait(1000);
    expect((await send(quiet)).body).toEqual(first.body);
    expect([stored('BEHAVIORAL_PATTERN').length, stored('SECURITY_EVENT').length]).toEqual([1, 1]);
    await send(quiet, 2);
    await send(quiet, 1, 'cd'.repeat(16));
    expect(stored('BEHAVIORAL_PATTERN')).toHaveLength(3);
  });

  it('is a security event with a fixed risk if it is an anomaly, once for each counting', async () => {
    const { send, stored, wait } = setUp(['behavioral']);
    await send(quiet);
    for (const seq of [2, 2, 3, 10, 11]) {
      wait(60_000);
      await send(unusual, seq);
    }
    expect(stored('SECURITY_EVENT')).toHaveLength(1);
    await send(unusual, 1, 'cd'.repeat(16));
    expect(stored('SECURITY_EVENT')).toHaveLength(2);
    expect(stored('SECURITY_EVENT')[0]).toMatchObject({
      created_at: new Date(NOW + 60_000).toISOString(),
      event_type: 'behavior_anomaly',
      source: 'browser',
      risk_score: 40,
      user_id: PERSON,
      session_id: 'session-1',
      metadata: { score: 45, rules: 'skip_rate, quality_changes' },
      // Among what is removed with the consent.
      gsi1sk: expect.stringMatching(/^VIEW#/),
    });
  });

  it('is limited to a few a minute for each user', async () => {
    const { send, stored } = setUp(['behavioral'], { limit: 3 });
    const statuses: number[] = [];
    for (let seq = 1; seq <= 4; seq += 1) statuses.push((await send(quiet, seq)).status);
    expect([statuses, stored('BEHAVIORAL_PATTERN').length]).toEqual([[201, 201, 201, 429], 3]);
  });

  it.each([
    ['a count that no browser session has', { ...quiet, counts: { ...quiet.counts, clicks: 86_401 } }],
    ['a part of a click', { ...quiet, counts: { ...quiet.counts, clicks: 0.5 } }],
    ['without one of the counts', { ...quiet, counts: { clicks: 1 } }],
    ['an unknown count', { ...quiet, counts: { ...quiet.counts, jumps: 1 } }],
    ['an unknown input', { ...quiet, inputs: ['mind'] }],
  ])('is rejected with %s', async (_what, data) => {
    const { send, items } = setUp(['behavioral']);
    expect((await send(data as PatternData)).problem.code).toBe('validation_failed');
    expect(items.size).toBe(0);
  });
});

describe('the patterns of a user', () => {
  it('are listed for administrators, with the consent', async () => {
    const { send, list } = setUp(['behavioral'], { role: 'admin' });
    await send(quiet);
    await send(unusual, 2);
    const { body } = await list();
    expect(body).toMatchObject({ consent: true, items: [{ risk_score: 45 }, { risk_score: 0 }] });
  });

  it('are not shown without consent, even while they are being removed', async () => {
    const { list, put } = setUp([], { role: 'admin' });
    put(behavioralPatternEntity.toItem(somePattern(PERSON)));
    expect((await list()).body).toEqual({ items: [], consent: false });
  });

  it('are not found for an unknown user, and not shown to others', async () => {
    expect((await setUp([], { role: 'admin' }).list(OTHER)).problem.code).toBe('user_not_found');
    expect((await setUp(['behavioral'], { role: 'moderator' }).list()).status).toBe(403);
  });
});
