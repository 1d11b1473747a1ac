import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { SecurityDeps } from '../../../lambdas/api/security/deps.ts';
import { securityRoutes } from '../../../lambdas/api/security/routes.ts';
import type { AlertLabel } from '../../../lambdas/contract/admin/security-alerts.ts';
import { createAlertWindowRepository } from '../../../lambdas/data/admin/alert-window-repository.ts';
import { createSecurityAlertRepository } from '../../../lambdas/data/admin/security-alert-repository.ts';
import { createSecurityHourRepository } from '../../../lambdas/data/admin/security-hour-repository.ts';
import { createProfileNames } from '../../../lambdas/data/people/profile-names.ts';
import { validateInput } from '../../../lambdas/domain/security/validate-input.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { NewSecurityEvent } from '../../../lambdas/domain/security/event.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import type { TableChange } from '../../../lambdas/platform/messages/stream.ts';
import { processEvents } from '../../../lambdas/workers/security-detector/process-events.ts';
import { sumHours } from '../../../lambdas/workers/security-hours/sum-hours.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { accessClaims, call } from '../../support/http.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { alertItems, securityEventOf, someAlert, someSecurityEvent } from '../../support/security-alerts.ts';

const HOUR_MS = 3_600_000;
/** 20 minutes past an hour. */
const NOW = Date.parse('2026-11-28T12:20:00.000Z');
const seed = newSeed();

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const alerts = () => createSecurityAlertRepository(db.table, silentLogger);
const put = (items: readonly object[]) => Promise.all(items.map((item) => db.table.put(item as never)));

/** The security function, called by an administrator. */
const ask = async (
  routeKey: string,
  { params = {}, body }: { readonly params?: Record<string, string>; readonly body?: object } = {},
) => {
  const deps: SecurityDeps = {
    recorder: { record: async () => undefined },
    log: {
      list: async () => ({ items: [], next_cursor: null }),
      listOfUser: async () => ({ items: [], next_cursor: null }),
    },
    validate: validateInput,
    alerts: alerts(),
    hours: createSecurityHourRepository(db.table),
    profiles: createProfileNames(db.table),
    logger: silentLogger,
    now: () => NOW,
    newId: ulid,
  };
  const handler = httpFunction(securityRoutes(deps), {
    rights: { read: async (userId) => ({ user_id: userId, role: 'admin', plan: 'free', disabled: false }) },
    logger: silentLogger,
  });
  return call(handler, { routeKey, params, ...(body ? { body } : {}), claims: accessClaims() });
};

describe('the detector', () => {
  /** Stored events as the stream reports them. */
  const changesOf = (events: readonly NewSecurityEvent[]): readonly TableChange[] =>
    events.map((event, index) => ({ id: String(index), at: NOW, before: undefined, after: securityEventOf(event) }));

  /** A detector that cannot store what it finds about some subjects. */
  const createDetector = (failing: ReadonlySet<string> = new Set()) => {
    const windows = createAlertWindowRepository(db.table);
    const requested: string[] = [];
    const deps = {
      windows: {
        ...windows,
        save: (...args: Parameters<typeof windows.save>) => {
          if (failing.has(args[0].subject)) throw new Error('The table is busy');
          return windows.save(...args);
        },
      },
      topics: {
        hasSubscribers: async (topic: string) => (requested.push(topic), false),
        changeState: () => Promise.reject(new Error('No one subscribes')),
      },
      queue: { put: async () => undefined },
      logger: silentLogger,
      now: () => NOW,
      newId: () => `alt_${ulid()}`,
    };
    return { requested, process: (changes: readonly TableChange[]) => processEvents(deps, changes) };
  };
  const alertsOf = async (userId: string) =>
    (await alerts().list('unacknowledged')).filter(({ user_id: of }) => of === userId);

  it(`AL2, AL3: raises one alert for 1,000 duplicated and shuffled events (SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const userId = randomUUID();
    const events = Array.from({ length: 500 }, (_, index) => someSecurityEvent(userId, 'access_denied', NOW + index));
    const changes = [...changesOf(events), ...changesOf(events)]
      .map((change) => ({ change, order: random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ change }) => change);
    const { process, requested } = createDetector();
    const batches = Array.from({ length: 10 }, (_, index) => changes.slice(index * 100, (index + 1) * 100));
    const failures = await Promise.all(
      [0, 1].map(async (worker) => {
        let failed = 0;
        for (const batch of batches.filter((_, index) => index % 2 === worker)) failed += (await process(batch)).size;
        return failed;
      }),
    );
    expect(failures).toEqual([0, 0]);
    const [alert, ...others] = await alertsOf(userId);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      alert_type: 'suspicious_patterns',
      severity: 'high',
      risk_score: 70,
      subject: `user:${userId}`,
      count: 500,
      first_at: new Date(NOW).toISOString(),
      last_at: new Date(NOW + 499).toISOString(),
      events: events.map(({ id }) => id).slice(0, 20),
      state: 'unacknowledged',
    });
    // One live message for each batch, at most.
    expect(requested).toEqual(Array.from({ length: 10 }, () => 'security'));
    await process(batches[0] ?? []);
    expect(await alertsOf(userId)).toEqual([alert]);
  });

  it('repeats only the events whose subject failed, and then counts each once', async () => {
    const [failing, other] = [randomUUID(), randomUUID()];
    const changes = changesOf([
      someSecurityEvent(failing, 'token_moved', NOW),
      someSecurityEvent(other, 'concurrent_limit', NOW),
      someSecurityEvent(failing, 'sign_in', NOW),
    ]);
    const busy = new Set([`user:${failing}`]);
    const { process } = createDetector(busy);
    const failed = await process(changes);
    expect([...failed]).toEqual([changes[0]]);
    busy.clear();
    expect((await process(changes)).size).toBe(0);
    for (const userId of [failing, other]) expect((await alertsOf(userId)).map(({ count }) => count)).toEqual([1]);
  });

  it('reports changes and deletions of events to no rule', async () => {
    const { process, requested } = createDetector();
    const item = securityEventOf(someSecurityEvent(randomUUID(), 'token_moved', NOW));
    await process([
      { id: '1', at: NOW, before: item, after: item },
      { id: '2', at: NOW, before: item, after: undefined },
    ]);
    expect(requested).toEqual([]);
  });

  it('adds events to an alert that was acknowledged meanwhile, and keeps who did it', async () => {
    const userId = randomUUID();
    const { process } = createDetector();
    await process(changesOf([someSecurityEvent(userId, 'token_moved', NOW)]));
    const [alert] = await alertsOf(userId);
    const id = alert?.id ?? '';
    const { body } = await ask('POST /api/admin/security-alerts/{alertId}/acknowledge', {
      params: { alertId: id },
      body: { reason: 'Known' },
    });
    await process(changesOf([someSecurityEvent(userId, 'events_limited', NOW + 1000)]));
    expect(body).toMatchObject({ count: 1, state: 'acknowledged' });
    expect(await alerts().get(id)).toMatchObject({
      count: 2,
      state: 'acknowledged',
      acknowledged: { reason: 'Known' },
    });
    expect(await alertsOf(userId)).toEqual([]);
  });
});

describe('an alert', () => {
  const acknowledge = (id: string, reason: string) =>
    ask('POST /api/admin/security-alerts/{alertId}/acknowledge', { params: { alertId: id }, body: { reason } });
  const label = (id: string, value: AlertLabel) =>
    ask('PUT /api/admin/security-alerts/{alertId}/label', { params: { alertId: id }, body: { label: value } });

  it('AL1, AL4, AL5: is acknowledged once, from two tabs at the same time', async () => {
    const alert = someAlert();
    await put(alertItems([alert]));
    const responses = await Promise.all([acknowledge(alert.id, 'First tab'), acknowledge(alert.id, 'Second tab')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.problem.code).toBe('invalid_state');
    expect((await acknowledge(alert.id, 'Later')).status).toBe(409);
    expect((await alerts().list('acknowledged')).filter(({ id }) => id === alert.id)).toHaveLength(1);
    expect((await alerts().list('unacknowledged')).filter(({ id }) => id === alert.id)).toEqual([]);
  });

  it('AL6, AL7: is counted by its last label only, however often it is labeled', async () => {
    const counts = async () => (await alerts().labels()).get('concurrent_sessions');
    const alert = someAlert({ alert_type: 'concurrent_sessions' });
    await put(alertItems([alert]));
    const responses = await Promise.all(
      (['benign', 'true_positive', 'true_positive', 'false_positive'] as const).map((value) => label(alert.id, value)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const last = (await alerts().get(alert.id))?.label?.value ?? 'undetermined';
    const none = { true_positive: 0, benign: 0, false_positive: 0, undetermined: 0 };
    expect(await counts()).toEqual({ ...none, [last]: 1 });
    await label(alert.id, 'undetermined');
    expect(await counts()).toEqual({ ...none, undetermined: 1 });
  });

  it('that expired can be neither acknowledged nor labeled', async () => {
    const id = `alt_${ulid()}`;
    for (const response of [await acknowledge(id, 'Too late'), await label(id, 'benign')]) {
      expect(response.status).toBe(404);
      expect(response.problem.code).toBe('alert_not_found');
    }
    expect(await alerts().get(id)).toBeUndefined();
  });
});

describe('the numbers of events', () => {
  const hours = () => createSecurityHourRepository(db.table);
  const summed = (at: number) => sumHours({ hours: hours(), logger: silentLogger, now: () => at });

  it('SH1 to SH4: equal those of the raw events, before and after hours are summed up, and again', async () => {
    const random = createRandom(seed);
    const kinds = ['sign_in', 'access_denied', 'token_moved', 'login_failed'] as const;
    const events = Array.from({ length: 120 }, (_, index) => {
      const age = random() * 25 * HOUR_MS;
      // The first and the last millisecond of an hour belong to it.
      const at = index < 2 ? Date.parse('2026-11-28T09:00:00.000Z') - index : Math.floor(NOW - age);
      return someSecurityEvent(randomUUID(), kinds[index % kinds.length] ?? 'sign_in', at);
    });
    await put(events.map(securityEventOf));
    const since = Date.parse('2026-11-27T13:00:00.000Z');
    const shown = events.filter(({ created_at: at }) => Date.parse(at) >= since);
    const expected = {
      kinds: kinds
        .map((kind) => ({ event_type: kind, count: shown.filter(({ event_type: one }) => one === kind).length }))
        .sort((a, b) => b.count - a.count || (a.event_type < b.event_type ? -1 : 1)),
      of: (hour: string) =>
        Object.fromEntries(
          Object.entries(
            Object.groupBy(
              shown.filter(({ created_at: at }) => at.slice(0, 13) === hour.slice(0, 13)),
              ({ severity }) => severity,
            ),
          ).map(([severity, group]) => [severity, group.length]),
        ),
    };
    const overview = async () =>
      (await ask('GET /api/admin/security-overview')).body as unknown as {
        readonly at_least: boolean;
        readonly hours: readonly { readonly hour: string; readonly by_severity: object }[];
        readonly kinds: readonly object[];
      };
    const expectExact = async () => {
      const shownNow = await overview();
      expect(shownNow.at_least).toBe(false);
      expect(shownNow.hours.map(({ hour }) => hour)[0]).toBe('2026-11-27T13:00:00.000Z');
      expect(shownNow.hours).toEqual(shownNow.hours.map(({ hour }) => ({ hour, by_severity: expected.of(hour) })));
      expect(shownNow.hours).toHaveLength(24);
      expect(shownNow.kinds).toEqual(expected.kinds);
    };
    // Without sums of older hours, the numbers are only the least.
    expect((await overview()).at_least).toBe(true);
    // A run that is too early leaves the last hour to the next one.
    await summed(Date.parse('2026-11-28T12:05:00.000Z'));
    expect((await hours().list('2026-11-28T11:00:00.000Z', '2026-11-28T12:00:00.000Z')).length).toBe(0);
    await expectExact();
    await summed(NOW);
    expect(await hours().list('2026-11-28T11:00:00.000Z', '2026-11-28T12:00:00.000Z')).toHaveLength(1);
    await expectExact();
    await summed(NOW);
    await hours().put(await hours().sum('2026-11-28T09:00:00.000Z'));
    await expectExact();
  });
});
