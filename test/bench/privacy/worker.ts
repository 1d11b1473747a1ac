/**
 * Removes what expired of a user, erases another one and exports a third, each with many rows, and prints what that
 * took as JSON. A process of its own, so that its memory is that of the workers:
 * `node test/bench/privacy/worker.ts <rows>`.
 */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import { isExported } from '../../../lambdas/data/entities.ts';
import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { positionEntity } from '../../../lambdas/data/history/position-repository.ts';
import { createCleanupRunRepository } from '../../../lambdas/data/privacy/cleanup-run-repository.ts';
import { createDataRequestRepository } from '../../../lambdas/data/privacy/data-request-repository.ts';
import { createExpiredSources } from '../../../lambdas/data/privacy/expired-sources.ts';
import { personItems } from '../../../lambdas/data/privacy/person-items.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { batchesOf } from '../../../lambdas/domain/batches.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { continueCleanup, toCleanupView } from '../../../lambdas/domain/privacy/cleanup.ts';
import { newRequest, WITHDRAW_MS } from '../../../lambdas/domain/privacy/data-request.ts';
import { runDue } from '../../../lambdas/workers/privacy-erase/run-due.ts';
import { makeExport } from '../../../lambdas/workers/privacy-export/make-export.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createTestEraser } from '../../support/privacy/eraser.ts';
import { newStoredPerson, type StoredPerson } from '../../support/privacy/stored-person.ts';

/** What one run took. */
export interface WorkerRun {
  /** Rows that were exported, erased or removed. */
  readonly rows: number;
  /** Calls of the table. */
  readonly calls: number;
  /** Read and write units of the table. */
  readonly units: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** The most memory of the process so far, with Node.js itself. */
  readonly megabytes: number;
  /** Size of the export; 0 for the others. */
  readonly fileMegabytes: number;
}

/** Requests at once while rows are stored. */
const AT_ONCE = 16;
const BATCH = 25;
const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const RECENT = '2026-11-20T08:00:00.000Z';
const EXPIRED = new Date(NOW - retentionMs('usage_data') - 1).toISOString();

/** The item of a user at a number: entries of the history and positions by turns. */
const itemAt = ({ id: user_id }: StoredPerson, index: number, at: string): StoredItem => {
  const id = ulid(NOW - index);
  const content_id = `cnt_${id}`;
  return index % 2 === 0
    ? historyEntity.toItem({
        user_id,
        content_id,
        watched_at: at,
        title: `A title of usual length, number ${index}`,
        artist: 'An artist with a name',
        content_type: 'music',
        thumbnail_url: `/posters/${content_id}/1/thumbnail.jpg`,
        creator_id: `crt_${id}`,
        creator_name: 'The Meadow Label',
      })
    : positionEntity.toItem({
        user_id,
        content_id,
        position_seconds: 20,
        duration_seconds: 60,
        finished: false,
        device: { id: 'device-1', label: 'Firefox on Linux' },
        updated_at: at,
        version: 1,
        writer: 'w',
        number: 1,
      });
};

/** Stores a user with rows of a time. */
const store = async (
  { documents, name }: TestTable,
  person: StoredPerson,
  { rows, at }: { readonly rows: number; readonly at: string },
): Promise<void> => {
  const { id, email, name: full_name } = person;
  const items = [
    profileEntity.toItem({ id, email, full_name, created_at: RECENT }),
    rightsEntity.toItem(newAccountRights(id)),
    ...Array.from({ length: rows }, (_, index) => itemAt(person, index, at)),
  ];
  for (const batches of batchesOf(batchesOf(items, BATCH), AT_ONCE))
    await Promise.all(
      batches.map(async (batch) => {
        const Requests = batch.map((Item) => ({ PutRequest: { Item } }));
        const { UnprocessedItems } = await documents.send(
          new BatchWriteCommand({ RequestItems: { [name]: Requests } }),
        );
        if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('The database did not store a batch');
      }),
    );
};

const measured = async (db: TestTable, work: () => Promise<{ rows: number; bytes: number }>): Promise<WorkerRun> => {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const { calls, units, result } = await db.measure(work);
  const { user, system } = process.cpuUsage(cpu);
  return {
    rows: result.rows,
    calls: calls.length,
    units,
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - from) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1000,
    fileMegabytes: result.bytes / 1e6,
  };
};

/** Erases a user with many rows. */
const measureErasure = async (db: TestTable, rows: number): Promise<WorkerRun> => {
  const requests = createDataRequestRepository(db.table, silentLogger);
  const person = newStoredPerson();
  await store(db, person, { rows, at: RECENT });
  await requests.askErasure(newRequest(`req_${ulid()}`, person.id, 'erasure', NOW));
  return measured(db, async () => {
    await runDue(createTestEraser(db.table, person, () => NOW + WITHDRAW_MS).deps);
    const [request] = await requests.listOwn(person.id);
    const counted = request?.receipt?.lines.filter(({ what }) => what.includes('history') || what.includes('position'));
    return { rows: counted?.reduce((sum, { count }) => sum + count, 0) ?? 0, bytes: 0 };
  });
};

/** Exports a user with many rows. */
const measureExport = async (db: TestTable, rows: number): Promise<WorkerRun> => {
  const requests = createDataRequestRepository(db.table, silentLogger);
  const person = newStoredPerson();
  await store(db, person, { rows, at: RECENT });
  const asked = await requests.askExport(newRequest(`req_${ulid()}`, person.id, 'export', NOW));
  return measured(db, async () => {
    let [found, bytes] = [0, 0];
    await makeExport(
      {
        requests,
        async *itemsOf(userId) {
          for await (const page of personItems(db.table, { userId, email: '' }, isExported)) {
            found += page.items.length;
            yield page;
          }
        },
        account: { find: async () => ({ email: person.email, status: 'CONFIRMED' }) },
        files: { write: async (_key, file) => void (bytes = file.length) },
        mailer: { send: async () => undefined },
        siteUrl: async () => 'https://soundstage.example',
        logger: silentLogger,
        now: () => NOW,
      },
      { userId: person.id, requestId: asked.id, requestType: 'export' },
    );
    return { rows: found, bytes };
  });
};

/** Removes many rows of a user whose period is over, in one run of the cleanup. */
const measureCleanup = async (db: TestTable, rows: number): Promise<WorkerRun> => {
  await store(db, newStoredPerson(), { rows, at: EXPIRED });
  const runs = createCleanupRunRepository(db.table, { logger: silentLogger });
  return measured(db, async () => {
    const run = await runs.start({ started_by: 'schedule', dry_run: false }, NOW);
    const done = await continueCleanup({ runs, sources: createExpiredSources(db.table), now: () => NOW }, run, NOW + 1);
    return { rows: toCleanupView(done).total_records_cleaned, bytes: 0 };
  });
};

const main = async (rows: number): Promise<void> => {
  const db = await startTestTable();
  try {
    // Only the most memory so far can be read, so the export, which needs the most, is last.
    const cleanup = await measureCleanup(db, rows);
    const erasure = await measureErasure(db, rows);
    console.log(JSON.stringify({ cleanup, erasure, export: await measureExport(db, rows) }));
  } finally {
    await db.stop();
  }
};

await main(Number(process.argv[2]));
