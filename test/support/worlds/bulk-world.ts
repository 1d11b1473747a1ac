import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { bulkRoutes } from '../../../lambdas/api/bulk/routes.ts';
import type { BulkAction, BulkJob } from '../../../lambdas/contract/content/bulk.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createBulkRepository } from '../../../lambdas/data/admin/bulk-repository.ts';
import { createCategoryRepository } from '../../../lambdas/data/content/category-repository.ts';
import { createContentEdits } from '../../../lambdas/data/content/content-edits.ts';
import { createContentLookup } from '../../../lambdas/data/content/content-lookup.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createScheduleRepository } from '../../../lambdas/data/content/schedule-repository.ts';
import { createTable } from '../../../lambdas/data/table/table.ts';
import { LEASE_MS } from '../../../lambdas/domain/bulk/job.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { processJob } from '../../../lambdas/workers/bulk-worker/process-job.ts';
import { applyDue } from '../../../lambdas/workers/content-schedule/apply-due.ts';
import { startTestTable, type TestTable } from '../dynamo.ts';
import { accessClaims, call } from '../http.ts';
import { createCrashInjector } from './crash-injector.ts';

/**
 * Bulk jobs, their worker and the schedule's worker over a test table. A crash can be simulated at every call to AWS.
 */
export const bulkWorld = ({ documents, name }: TestTable) => {
  const aws = { around: (_name: string, send: () => Promise<unknown>) => send() };
  const crashes = createCrashInjector(aws);
  const through = {
    send: (command: { constructor: { name: string } }) =>
      aws.around(command.constructor.name, () => documents.send(command as never)),
  };
  const table = createTable(through as unknown as DynamoDBDocumentClient, name);
  const world = {
    now: Date.UTC(2026, 5, 1),
    objects: new Set<string>(),
    events: [] as (readonly [type: string, id: string])[],
    role: 'admin' as Role,
    /** Whether content moderation is on. */
    moderated: false,
  };
  const stills = {
    copy: async (_sources: readonly string[], target: string) => (
      await aws.around('copy', async () => world.objects.add(target)),
      true
    ),
    remove: async (keys: readonly string[]) =>
      void (await aws.around('remove', async () => keys.forEach((key) => world.objects.delete(key)))),
    forget: async () => void (await aws.around('forget', async () => undefined)),
  };
  const events = {
    publish: async (type: string, detail: object) =>
      void (await aws.around('publish', async () => world.events.push([type, String(Object.values(detail)[0])]))),
  } as never;
  const now = () => world.now;
  const jobs = createBulkRepository(table, {
    cursors: createCursors(async () => Buffer.alloc(32, 7).toString('base64')),
    logger,
  });
  const content = createContentEdits(table);
  const categories = createCategoryRepository(table, logger);
  const readSettings = async () => ({ ...initialSettings, content_moderation: world.moderated });
  const shared = { jobs, categories, readSettings, events, logger, now };
  const handler = httpFunction(bulkRoutes({ ...shared, content: createContentLookup(table, logger), newId: ulid }), {
    rights: { read: async (userId) => ({ user_id: userId, role: 'admin', plan: 'free', disabled: false }) },
    logger,
  });
  const rights = {
    read: async (userId: string) => ({ user_id: userId, role: world.role, plan: 'free' as const, disabled: false }),
  };
  const worker = { ...shared, rights, content, transact: table.transact, stills, newWorker: randomUUID };
  const request = async (
    routeKey: string,
    parts: { readonly params?: Record<string, string>; readonly body?: object },
  ) => call(handler, { routeKey, ...parts, claims: accessClaims() });
  const post = async (
    routeKey: string,
    parts: { readonly params?: Record<string, string>; readonly body?: object },
  ): Promise<BulkJob> => {
    const response = await request(routeKey, parts);
    if (response.status !== 202)
      throw new Error(`${routeKey} returned ${response.status}: ${JSON.stringify(response.problem)}`);
    return response.body as BulkJob;
  };
  return {
    world,
    crashes,
    content,
    jobs,
    categories,
    stills,
    table,
    request,
    create: (action: BulkAction, ids: readonly string[]) =>
      post('POST /api/admin/bulk/jobs', {
        body: { action, ids, ...(action.kind === 'delete' ? { confirmed: ids.length } : {}) },
      }),
    undo: (id: string) => post('POST /api/admin/bulk/jobs/{id}/undo', { params: { id } }),
    read: async (id: string) => (await request('GET /api/admin/bulk/jobs/{id}', { params: { id } })).body as BulkJob,
    runJob: (id: string) => processJob(worker, id),
    /** Runs the schedule's worker once. */
    tick: () =>
      applyDue(
        { schedule: createScheduleRepository(table), content, jobs, readSettings, stills, events, logger, now },
        'tick',
      ),
    /** Advances the clock until the lease of a stopped worker has expired. */
    expireLease: () => void (world.now += LEASE_MS + 1),
    /** Actions of the audit log entries about a target. */
    async entries(targetId: string): Promise<readonly string[]> {
      const months = [...new Set([world.now, Date.now()].map((at) => new Date(at).toISOString().slice(0, 7)))];
      const pages = await Promise.all(
        months.map((month) =>
          table.query({ partition: `AUDIT#${month}`, limit: 10_000, descending: false, consistent: true }),
        ),
      );
      return pages
        .flatMap(({ items }) => items)
        .filter(({ target_id }) => target_id === targetId)
        .map(({ action }) => String(action));
    },
  };
};

/** A bulk world with its own table. */
export const startBulkWorld = async () => {
  const db = await startTestTable();
  return { db, ...bulkWorld(db) };
};

export type BulkWorld = Awaited<ReturnType<typeof startBulkWorld>>;
