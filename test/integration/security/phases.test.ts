import { randomUUID } from 'node:crypto';
import type { PhasesDeps } from '../../../lambdas/api/phases/deps.ts';
import { phaseRoutes } from '../../../lambdas/api/phases/routes.ts';
import type { SecurityProgram } from '../../../lambdas/contract/security/phases.ts';
import { auditEntity } from '../../../lambdas/data/admin/audit-entity.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { createProfileNames } from '../../../lambdas/data/people/profile-names.ts';
import { createRateCounters } from '../../../lambdas/data/people/rate-counter-repository.ts';
import { createCheckRepository, createEvidenceReader } from '../../../lambdas/data/security/check-repository.ts';
import { createPhaseRepository, createSimulationRepository } from '../../../lambdas/data/security/phase-repository.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { alertItems, alertWith } from '../../support/security-alerts.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-11-01T12:00:00.000Z');

let db: TestTable;
let now = START;
const published: unknown[] = [];

beforeAll(async () => {
  db = await startTestTable();
  await db.table.put(
    profileEntity.toItem({
      id: PERSON,
      email: 'ada@example.org',
      full_name: 'Ada',
      created_at: '2026-01-01T00:00:00.000Z',
    }),
  );
});
afterAll(() => db.stop());

/** A call of the function by an administrator who has just signed in with a second factor. */
const ask = (routeKey: string, phase?: number) => {
  const deps: PhasesDeps = {
    phases: createPhaseRepository(db.table),
    simulation: createSimulationRepository(db.table),
    evidence: createEvidenceReader(db.table, silentLogger),
    profiles: createProfileNames(db.table),
    counters: createRateCounters(db.table),
    events: { publish: async (type, detail) => void published.push([type, detail]) },
    now: () => now,
  };
  const handler = httpFunction(phaseRoutes(deps), {
    rights: { read: async (userId) => ({ user_id: userId, role: 'admin', plan: 'free', disabled: false }) },
    logger: silentLogger,
  });
  return call(handler, {
    routeKey,
    claims: accessClaims(),
    ...(phase === undefined ? {} : { params: { phase: String(phase) } }),
  });
};
const base = '/api/admin/implementation-phases';
const update = (phase: number) => ask(`POST ${base}/{phase}/update`, phase);
const advance = (phase: number) => ask(`POST ${base}/{phase}/advance`, phase);
const program = async () => (await ask(`GET ${base}`)).body as SecurityProgram;
const statuses = async () => (await program()).phases.map(({ status }) => status);
const outcome = ({ status, problem }: Awaited<ReturnType<typeof ask>>) => (status === 200 ? 200 : problem.code);

/** Alerts of a time, acknowledged and labeled: one in ten was a false alarm. */
const storeAlerts = async (count: number, at: string): Promise<void> => {
  const by = { by: randomUUID(), at };
  const alerts = Array.from({ length: count }, (_, index) =>
    alertWith({
      created_at: at,
      state: 'acknowledged',
      acknowledged: { ...by, reason: 'Seen' },
      label: { ...by, value: index % 10 === 0 ? 'false_positive' : 'true_positive' },
    }),
  );
  await Promise.all(alertItems(alerts).map((item) => db.table.put(item)));
};

const storeCheck = (at: number) =>
  createCheckRepository(db.table).put({
    at: new Date(at).toISOString(),
    tokens: { passed: 20, n: 20 },
    protection: { passed: 8, n: 8 },
    calls: { n: 60, failed: 0, p50_ms: 40, p95_ms: 300 },
    failed: [],
  });

const entries = async () =>
  (await db.table.query({ partition: 'AUDIT#2026-11', limit: 100, descending: false })).items
    .map((item) => auditEntity.parse(item))
    .map(({ action, target_id: target }) => `${action} ${target}`);

it('shows no figure before there is data', async () => {
  const { phases, complete, last_check: last } = await program();
  expect([complete, last]).toEqual([false, null]);
  expect(phases.map(({ phase_name: name, status, progress }) => [name, status, progress])).toEqual([
    ['Detection', 'pending', 0],
    ['Response', 'pending', 0],
    ['Protection', 'pending', 0],
  ]);
  expect(phases.flatMap(({ metrics }) => metrics.map(({ value, n }) => [value, n]))).toEqual(
    Array.from({ length: 7 }, () => [null, 0]),
  );
  for (const [call_, phase] of [
    [update, 2],
    [advance, 1],
  ] as const)
    expect(outcome(await call_(phase))).toBe('invalid_state');
});

it('keeps the simulation apart, and advances nothing by it', async () => {
  expect(await update(1).then(outcome)).toBe(200);
  for (let step = 0; step < 20; step += 1) await ask(`POST ${base}/simulation`);
  const { simulation, phases } = await program();
  expect(simulation).toMatchObject({ anomaly_detection_accuracy: 95, token_security_score: 90, days_stable: 20 });
  expect(phases[0]).toMatchObject({
    status: 'in_progress',
    progress: null,
    metrics: [{ value: null }, { value: null }, { value: null }],
  });
  expect(await update(1).then(outcome)).toBe('invalid_state');
  expect((await ask(`DELETE ${base}/simulation`)).status).toBe(204);
  expect((await program()).simulation).toMatchObject({ days_stable: 0, updated_at: null });
});

it('advances every phase on evidence, each once although two tabs ask for it, and records each move', async () => {
  await storeAlerts(20, new Date(START + DAY).toISOString());
  now = START + 14 * DAY;
  await storeCheck(now);
  // The last attack was 13 days ago.
  expect(await update(1).then(outcome)).toBe('invalid_state');
  now = START + 15 * DAY;
  expect(await advance(1).then(outcome)).toBe('invalid_state');
  expect(await update(1).then(outcome)).toBe(200);
  expect((await program()).phases[0]).toMatchObject({ status: 'ready_for_next', progress: 95 });
  const tabs = (await Promise.all([advance(1), advance(1)])).map(outcome).sort();
  expect(tabs[0]).toBe(200);
  expect(['invalid_state', 'version_conflict']).toContain(tabs[1]);
  expect(await statuses()).toEqual(['completed', 'in_progress', 'pending']);

  // Six days with a check are no baseline.
  for (let day = 15; day < 20; day += 1) await storeCheck(START + day * DAY);
  now = START + 20 * DAY;
  expect(await update(2).then(outcome)).toBe('invalid_state');
  await storeCheck(now);
  for (const move of [update, advance]) expect(await move(2).then(outcome)).toBe(200);

  // What was measured a week ago says nothing about today.
  now = START + 28 * DAY;
  expect(await update(3).then(outcome)).toBe('invalid_state');
  await storeCheck(now);
  for (const move of [update, advance]) expect(await move(3).then(outcome)).toBe(200);

  const { phases, complete } = await program();
  expect(complete).toBe(true);
  expect(phases[0]).toMatchObject({
    progress: 100,
    completed_by: PERSON,
    completed_by_name: 'Ada',
    metrics: [{ value: 90, n: 20, met: true }, { value: 100 }, { value: 14 }],
  });
  const moves = (await entries()).filter((entry) => !entry.includes('simulat'));
  expect(moves.sort()).toEqual(
    [1, 2, 3]
      .flatMap((phase) => [`phase.started ${phase}`, `phase.marked-ready ${phase}`, `phase.completed ${phase}`])
      .sort(),
  );
});

it('accepts one of two moves that saw the same version', async () => {
  const phases = createPhaseRepository(db.table);
  const before = (await phases.list())[2];
  if (!before) throw new Error('Phase 3 is missing');
  const move = { before, after: { ...before, status: 'completed' as const, version: before.version + 1 } };
  const by = { actor: { userId: PERSON, role: 'admin' as const }, requestId: 'request-1' };
  const at = new Date(now).toISOString();
  const tabs = await Promise.allSettled([phases.move([move], by, at), phases.move([move], by, at)]);
  expect(tabs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(tabs.find((tab) => tab.status === 'rejected')).toMatchObject({ reason: { code: 'version_conflict' } });
});

it('requests the checks ten times in a day', async () => {
  const request = async () => (await ask('POST /api/admin/security-checks')).status;
  for (let time = 0; time < 10; time += 1) expect(await request()).toBe(202);
  expect(await request()).toBe(429);
  expect(published).toHaveLength(10);
  expect(published[0]).toEqual(['SecurityChecksRequested.v1', { at: new Date(now).toISOString() }]);
});

it('begins later where there are more alerts than it reads', async () => {
  const from = START - 30 * DAY;
  const one = alertWith({ created_at: new Date(from + DAY).toISOString() });
  await db.table.put(alertItems([one])[0] as never);
  const all = await createEvidenceReader(db.table, silentLogger).alertsSince(from);
  expect([all.alerts.length, all.alertsFrom]).toEqual([21, from]);
  const paged = {
    ...db.table,
    query: (request: Parameters<TestTable['table']['query']>[0]) => db.table.query({ ...request, limit: 5 }),
  };
  const some = await createEvidenceReader(paged, silentLogger).alertsSince(from);
  expect([some.alerts.length, some.alertsFrom]).toEqual([6, START + DAY]);
});
