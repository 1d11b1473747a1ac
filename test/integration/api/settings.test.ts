import { randomBytes, randomUUID } from 'node:crypto';
import { auditEntity } from '../../../lambdas/data/admin/audit-entity.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createSettingsRepository } from '../../../lambdas/data/admin/settings-repository.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const secret = randomBytes(32).toString('base64');
const by = { actor: { userId: randomUUID(), role: 'admin' as const }, requestId: 'request-1' };
const changed = {
  platform_name: 'Meadow',
  platform_description: '',
  plan_contact: '',
  auto_approve_uploads: false,
  content_moderation: true,
  analysis_budget_title_usd: 1.5,
  analysis_budget_month_usd: 50,
  analysis_transcribe_music: false,
};
const NOW = '2026-11-03T10:00:00.000Z';

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const open = () =>
  createSettingsRepository(db.table, { cursors: createCursors(async () => secret), logger: silentLogger });
const entries = async () =>
  (await db.table.query({ partition: 'AUDIT#2026-11', limit: 1000, consistent: true })).items.map((item) =>
    auditEntity.parse(item),
  );

it('starts with the initial settings, for one unit', async () => {
  const { result, units } = await db.measure(() => open().read());
  expect(result).toEqual(initialSettings);
  expect(units).toBeLessThanOrEqual(1);
});

it.each([0, 1])('accepts one of 20 concurrent saves based on version %i, and records one change', async (version) => {
  const settings = open();
  const before = await settings.read();
  expect(before.version).toBe(version);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      settings.save(before, { ...changed, platform_name: `Meadow ${version} ${index}` }, by, NOW),
    ),
  );
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  expect(won).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'version_conflict' });
  expect(await settings.read()).toEqual(won[0]?.value);
  expect(await entries()).toHaveLength(version + 1);
});

it('keeps every version, newest first, and records only what changed', async () => {
  const settings = open();
  const before = await settings.read();
  await settings.save(before, { ...before, content_moderation: false }, by, NOW);
  const first = await settings.listVersions({ cursor: undefined, limit: 2 });
  const rest = await settings.listVersions({ cursor: first.next_cursor ?? undefined, limit: 2 });
  expect([...first.items, ...rest.items].map(({ version }) => version)).toEqual([3, 2, 1]);
  expect((await entries()).find(({ after }) => after?.['content_moderation'] === false)).toMatchObject({
    action: 'settings.changed',
    target_id: 'platform',
    actor_id: by.actor.userId,
    before: { content_moderation: true },
    after: { content_moderation: false },
  });
});
