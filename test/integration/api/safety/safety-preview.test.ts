import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { safetyFindingsEntity } from '../../../../lambdas/data/safety/decisive-repository.ts';
import { createVerdictRepository } from '../../../../lambdas/data/safety/safety-repository.ts';
import { batchesOf } from '../../../../lambdas/domain/batches.ts';
import { initialPolicy } from '../../../../lambdas/domain/safety/policy.ts';
import { evaluateTitle } from '../../../../lambdas/workers/safety-worker/evaluate-title.ts';
import { contentItem } from '../../../support/content.ts';
import { startTestTable, type TestTable } from '../../../support/dynamo.ts';
import { rounds } from '../../../support/rounds.ts';
import { createSafetyWorld } from '../../../support/worlds/safety-world.ts';

/** The catalog of the limits below. */
const CATALOG = 100_000;
const BATCH = 25;
const COVERED = ['adult', 'arms', 'crime', 'conflict', 'hate', 'profanity', 'drugs', 'terrorism'] as const;
const { rules } = initialPolicy;
const edited = { ...rules, adult: { ...rules.adult, review_at: 0.8 } };

let db: TestTable;
let world: ReturnType<typeof createSafetyWorld>;
beforeEach(async () => {
  db = await startTestTable();
  world = createSafetyWorld(db.table, { owner: randomUUID(), creator: `crt_${ulid()}` });
});
afterEach(() => db.stop());

interface Part {
  readonly checked: number;
  readonly changes: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  readonly next_after: string | null;
}

/** A request for a part of the preview. */
const request = async (after?: string): Promise<Part> => {
  const body = { rules: edited, version: 0, ...(after === undefined ? {} : { after }) };
  return (await world.request('POST /api/admin/safety/policy/preview', { body })).body as Part;
};

it('compares a large catalog in few requests, each of one query', async () => {
  const titles = rounds('titles of the preview', { quick: 2600, full: CATALOG });
  // Three in a hundred have findings, twenty each.
  const items = Array.from({ length: titles }, (_, index) =>
    safetyFindingsEntity.toItem({
      content_id: `cnt_${ulid()}`,
      found: index % 33 === 0 ? { adult: [...Array(20).keys()].map((at) => [3000 * at, 0.6123, false]) } : {},
      coverage: [...COVERED],
      unchecked: index % 50 === 0,
      rev: 1,
    }),
  );
  for (const batch of batchesOf(items, BATCH)) {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    await db.documents.send(new BatchWriteCommand({ RequestItems: { [db.name]: requests } }));
  }
  let [checked, changed, requests, units]: [number, number, number, number] = [0, 0, 0, 0];
  for (let after: string | null | undefined; after !== null; requests += 1) {
    const previous: string | undefined = after;
    const { result, calls, units: used } = await db.measure(() => request(previous));
    checked += result.checked;
    changed += result.changes.reduce((sum, { count }) => sum + count, 0);
    units += used;
    after = result.next_after;
    // The policy, the number of titles, and the page. The samples would be one more, but these titles do not exist.
    expect(calls.filter((name) => name === 'Query')).toHaveLength(1);
    expect(calls.length).toBeLessThanOrEqual(4);
  }
  expect([checked, changed]).toEqual([titles, Math.ceil(titles / 33)]);
  const share = CATALOG / titles;
  console.info(
    `${titles} titles: ${requests} requests, ${units} read units; ${CATALOG} titles:`,
    `${Math.ceil((requests - 1) * share)} requests, ${Math.ceil(units * share)} read units`,
  );
  expect((requests - 1) * share).toBeLessThanOrEqual(40);
  expect(units * share).toBeLessThanOrEqual(5000);
});

it('follows the current file of a title, and leaves out what was deleted or never evaluated', async () => {
  const { content, verdict } = await world.store();
  const compared = async () => {
    const { checked, changes } = await request();
    return [checked, ...changes.map(({ from, to }) => `${from} ${to}`)];
  };
  await Promise.all([world.copy(content.id), world.copy(content.id)]);
  await world.copy(content.id);
  expect(await compared()).toEqual([1]);
  const stored = await db.table.get(safetyFindingsEntity.key({ content_id: content.id }));
  expect(stored).toMatchObject({ rev: 1, coverage: ['adult', 'profanity'], unchecked: false });
  const softer = await world.worker.results.list(content.id, verdict.version_id, () => undefined);
  for (const { summary, ...result } of softer)
    if (summary.step === 'text') await world.putResult({ ...result, summary: { ...summary, evidence: [] } });
  await evaluateTitle(world.worker, verdict, 'analysis', async () => []);
  await world.copy(content.id);
  expect(await compared()).toEqual([1, 'review clear']);
  // The findings are not about the file that replaced it.
  const replaced = { ...content, source_version_id: 'version-2' };
  await db.table.put(contentItem(replaced));
  await world.copy(content.id);
  expect(await compared()).toEqual([1]);
  await createVerdictRepository(db.table).removeAll(content.id);
  expect(await compared()).toEqual([0]);
  // A late event of a deleted title stores nothing again, nor does that of a title without a verdict.
  await db.table.put(contentItem({ ...content, deleted_at: content.created_at }));
  await world.copy(content.id);
  const { content: fresh } = await world.store();
  await db.table.put(contentItem({ ...fresh, safety: undefined }));
  await world.copy(fresh.id);
  expect(await compared()).toEqual([0]);
});
