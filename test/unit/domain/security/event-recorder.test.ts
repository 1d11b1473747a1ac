import { securityEvents, type RateCounters } from '../../../../lambdas/domain/limits/rate-limit.ts';
import { newSecurityEvent, type NewSecurityEvent } from '../../../../lambdas/domain/security/event.ts';
import { createEventRecorder } from '../../../../lambdas/domain/security/event-recorder.ts';

const START = Date.parse('2026-11-28T23:59:50.000Z');
const { limit, windowMs } = securityEvents;

/** Counters of one table, and the number of writes to them. */
const countersOfTable = () => {
  const windows = new Map<string, { count: number; ends: number }>();
  const state = { writes: 0 };
  const counters: RateCounters = {
    async take(rule, subject, now) {
      state.writes += 1;
      const open = windows.get(subject);
      if (!open || open.ends <= now) windows.set(subject, { count: 1, ends: now + rule.windowMs });
      else if (open.count === rule.limit) return open.ends - now;
      else open.count += 1;
      return undefined;
    },
  };
  return { counters, state };
};

/** What is stored, once for each id. */
const storeOfEvents = () => {
  const stored = new Map<string, NewSecurityEvent>();
  return { stored, events: { put: async (event: NewSecurityEvent) => void stored.set(event.id, event) } };
};

const eventOf = (name: string, at: number, index: number): NewSecurityEvent =>
  newSecurityEvent({
    kind: 'content_blocked',
    subject: { user: name },
    id: `${name} ${index}`,
    at,
    source: 'browser',
  });

const kindsOf = (stored: ReadonlyMap<string, NewSecurityEvent>): Record<string, number> => {
  const kinds: Record<string, number> = {};
  for (const { event_type: kind } of stored.values()) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
};

it('stores 60 of 10,000 events a minute about one subject, and one event about the others', async () => {
  const { counters, state } = countersOfTable();
  const { events, stored } = storeOfEvents();
  // Two instances of a function share the table.
  const recorders = [createEventRecorder({ events, counters }), createEventRecorder({ events, counters })] as const;
  for (let index = 0; index < 10_000; index += 1) {
    const at = START + index * 6;
    await recorders[index % 2 === 0 ? 0 : 1].record(eventOf('anna', at, index), {}, at);
  }
  expect(kindsOf(stored)).toEqual({ content_blocked: limit, events_limited: 1 });
  // Each instance found once that the subject is over the limit.
  expect(state.writes).toBe(limit + 2);
  expect([...stored.values()].at(-1)).toMatchObject({
    created_at: new Date(START).toISOString(),
    source: 'server',
    subject: 'user:anna',
    user_id: 'anna',
    risk_score: 75,
    metadata: { limit, window_seconds: windowMs / 1000 },
  });
});

it('records again when the window ends, and another event about each window over the limit', async () => {
  const { counters } = countersOfTable();
  const { events, stored } = storeOfEvents();
  const { record } = createEventRecorder({ events, counters });
  const many = async (from: number): Promise<void> => {
    for (let index = 0; index < limit + 5; index += 1) await record(eventOf('anna', from, from + index), {}, from);
  };
  await many(START);
  await record(eventOf('anna', START, 1), {}, START + windowMs - 1);
  expect(kindsOf(stored)).toEqual({ content_blocked: limit, events_limited: 1 });
  await many(START + windowMs);
  expect(kindsOf(stored)).toEqual({ content_blocked: 2 * limit, events_limited: 2 });
});

it('limits each subject apart, also those without a user', async () => {
  const { counters } = countersOfTable();
  const { events, stored } = storeOfEvents();
  const { record } = createEventRecorder({ events, counters });
  const visitor = (index: number): NewSecurityEvent =>
    newSecurityEvent({ kind: 'rate_limited', subject: { visitor: 'abc' }, id: `v ${index}`, at: START });
  for (let index = 0; index <= limit; index += 1) await record(visitor(index), {}, START);
  await record(eventOf('anna', START, 1), {}, START);
  expect(kindsOf(stored)).toEqual({ rate_limited: limit, events_limited: 1, content_blocked: 1 });
  const limited = [...stored.values()].find(({ event_type: kind }) => kind === 'events_limited');
  expect(limited).toMatchObject({ subject: 'visitor:abc' });
  expect(limited).not.toHaveProperty('user_id');
});
