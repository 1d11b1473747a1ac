import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { bulkRoutes } from '../../../lambdas/api/bulk/routes.ts';
import { catalogRoutes } from '../../../lambdas/api/catalog/routes.ts';
import type { ContentDeps } from '../../../lambdas/api/content/deps.ts';
import { contentRoutes } from '../../../lambdas/api/content/routes.ts';
import { peopleRoutes } from '../../../lambdas/api/people/routes.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createAttemptRepository } from '../../../lambdas/data/conversion/attempt-repository.ts';
import { createBulkRepository } from '../../../lambdas/data/admin/bulk-repository.ts';
import { createCaptionsRepository } from '../../../lambdas/data/content/captions-repository.ts';
import { createCategoryRepository } from '../../../lambdas/data/content/category-repository.ts';
import { createContentList } from '../../../lambdas/data/content/content-list.ts';
import { createContentLookup } from '../../../lambdas/data/content/content-lookup.ts';
import { createContentRepository } from '../../../lambdas/data/content/content-repository.ts';
import { createConversionRepository } from '../../../lambdas/data/conversion/conversion-repository.ts';
import { createCountsRepository } from '../../../lambdas/data/admin/counts-repository.ts';
import { createCreatorRepository } from '../../../lambdas/data/content/creator-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createDeliveryRepository } from '../../../lambdas/data/delivery/delivery-repository.ts';
import { createPlayStatisticsWriter } from '../../../lambdas/data/delivery/play-statistics-writer.ts';
import { createLeftoverRepository } from '../../../lambdas/data/conversion/leftover-repository.ts';
import { createNamesRepository } from '../../../lambdas/data/content/names-repository.ts';
import { createPeopleRepository } from '../../../lambdas/data/people/people-repository.ts';
import { createProfileRepository } from '../../../lambdas/data/people/profile-repository.ts';
import { createStepRepository } from '../../../lambdas/data/pipeline/step-repository.ts';
import { createVerdictRepository } from '../../../lambdas/data/safety/safety-repository.ts';
import { createRemovalRepository } from '../../../lambdas/data/content/removal-repository.ts';
import { createCallerReader } from '../../../lambdas/data/people/caller-reader.ts';
import { adminsKey, createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createScheduleRepository } from '../../../lambdas/data/content/schedule-repository.ts';
import { uploadEntity } from '../../../lambdas/data/conversion/upload-entity.ts';
import { createAnalysisResultRepository } from '../../../lambdas/data/analysis/result-repository.ts';
import { createCorrectionRepository } from '../../../lambdas/data/analysis/correction-repository.ts';
import { specificationMetadata } from '../../../lambdas/domain/analysis/title-view.ts';
import { createTitleIndexRepository } from '../../../lambdas/data/analysis/title-index-repository.ts';
import { createScriptRepository } from '../../../lambdas/data/transcripts/script-repository.ts';
import { createTranscriptRepository } from '../../../lambdas/data/transcripts/transcript-repository.ts';
import { createUploadRepository } from '../../../lambdas/data/conversion/upload-repository.ts';
import { createWaitingFileRepository } from '../../../lambdas/data/conversion/waiting-file-repository.ts';
import { countedChange, type CountedThing } from '../../../lambdas/domain/counts/counted.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import type { AppEvent, AppEventType } from '../../../lambdas/events/app-events.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import type { EventBus } from '../../../lambdas/platform/messages/event-bus.ts';
import { processJob } from '../../../lambdas/workers/bulk-worker/process-job.ts';
import { followNames } from '../../../lambdas/workers/catalog-names/follow-names.ts';
import { applyDue } from '../../../lambdas/workers/content-schedule/apply-due.ts';
import { count } from '../../../lambdas/workers/counts/count.ts';
import type { DeletionDeps } from '../../../lambdas/workers/deletion/deps.ts';
import { removeContent } from '../../../lambdas/workers/deletion/remove-content.ts';
import type { TestTable } from '../dynamo.ts';
import { accessClaims, call, type TestResponse } from '../http.ts';
import { somePerson } from '../rows/people-rows.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * The administration functions and their workers over one table. Storage, the user pool and the queues are in memory.
 */
export const startAdminWorld = async ({ table }: TestTable) => {
  const world = { now: Date.UTC(2026, 5, 1), published: [] as (readonly [type: AppEventType, detail: object])[] };
  const now = (): string => new Date(world.now).toISOString();
  const events: EventBus = { publish: async (type, detail) => void world.published.push([type, detail]) };
  const cursors = createCursors(async () => Buffer.alloc(32, 7).toString('base64'));
  const [categories, creators, rights, profiles] = [
    createCategoryRepository(table, logger),
    createCreatorRepository(table, logger),
    createRightsRepository(table),
    createProfileRepository(table),
  ];
  const content = createContentRepository(table, { cursors, logger });
  const uploads = createUploadRepository(table, creators);
  const [conversions, jobs, counts] = [
    createConversionRepository(table),
    createBulkRepository(table, { cursors, logger }),
    createCountsRepository(table),
  ];
  const stills = { copy: async () => true, remove: async () => undefined, forget: async () => undefined };
  const pool = new Map<string, string>();
  const directory = {
    find: async () => undefined,
    create: async ({ email }: { readonly email: string }) =>
      pool.has(email) ? undefined : (pool.set(email, randomUUID()).get(email) as string),
    renew: async () => undefined,
    disable: async () => undefined,
    enable: async () => undefined,
  };
  const readSettings = async () => initialSettings;
  const shared = {
    content,
    categories,
    creators,
    ownerOf: async () => undefined,
    readStorage: async () => ({ bucket: 'uploads', region: 'us-east-1', distributionId: 'E1' }),
    readFindings: async () => specificationMetadata([], null),
    events,
    logger,
    newId: ulid,
  };
  const handler = httpFunction(
    [
      ...contentRoutes({
        ...shared,
        list: createContentList(table, { cursors, logger }),
        uploads,
        conversions,
        attempts: createAttemptRepository(table),
        waitingFiles: createWaitingFileRepository(table, creators),
        startSteps: async () => undefined,
        scripts: createScriptRepository(table),
        alignNewScript: async () => undefined,
        readSettings,
        verdicts: createVerdictRepository(table),
        stills,
        captions: createCaptionsRepository(table),
        writeCues: async () => undefined,
        now,
      } as ContentDeps),
      ...catalogRoutes({ ...shared, publicCatalog: true, accountExists: async () => true, now }),
      ...bulkRoutes({
        ...shared,
        readSettings,
        jobs,
        content: createContentLookup(table, logger),
        now: () => world.now,
      }),
      ...peopleRoutes({
        people: createPeopleRepository(table, { cursors, logger }),
        profiles,
        rights,
        directory,
        testUsers: true,
        logger,
        now,
      }),
    ],
    { rights: createCallerReader(table), logger },
  );
  const root = somePerson({ role: 'admin' });
  for (const item of root.items) await table.put(item);
  await table.put({ ...adminsKey, type: 'ADMINS', v: 1, count: 1 });
  await creators.organization();

  const deletion: DeletionDeps = {
    content,
    conversions,
    attempts: createAttemptRepository(table),
    steps: createStepRepository(table),
    uploads,
    leftovers: createLeftoverRepository(table),
    statistics: createPlayStatisticsWriter(table),
    delivery: createDeliveryRepository(table),
    results: createAnalysisResultRepository(table),
    titles: createTitleIndexRepository(table),
    corrections: createCorrectionRepository(table),
    transcripts: createTranscriptRepository(table, (count) => logger.error('Corrupt segments', { count })),
    converter: { cancelJob: async () => undefined },
    transcriber: { remove: async () => undefined },
    stage: 'test',
    stills,
    dropUnfinished: async () => undefined,
    removeSources: async () => 0,
    removeRenditions: async () => 0,
    safety: createVerdictRepository(table),
    removals: createRemovalRepository(table),
    logger,
    now: () => world.now,
  };
  const workers: { readonly [Type in AppEventType]?: (detail: AppEvent<Type>) => Promise<void> } = {
    'BulkJobStarted.v1': ({ jobId }) =>
      processJob(
        {
          jobs,
          content,
          categories,
          rights,
          readSettings,
          transact: table.transact,
          stills,
          events,
          logger,
          now: () => world.now,
          newWorker: randomUUID,
        },
        jobId,
      ),
    'CatalogNamesChanged.v1': (of) =>
      followNames({ categories, creators, names: createNamesRepository(table), logger, now }, of),
    'ContentDeleted.v1': ({ contentId }) => removeContent(deletion, contentId),
  };
  /** Content items and users as they were when their changes were last counted. */
  const known = new Map<string, Item>();

  return {
    world,
    root: root.person.id,
    uploads,
    /** Calls an endpoint as the root administrator, or as another user. */
    send: (
      routeKey: string,
      parts: {
        readonly params?: Record<string, string>;
        readonly query?: Record<string, string>;
        readonly body?: object;
      },
      as = root.person.id,
    ): Promise<TestResponse> => call(handler, { routeKey, ...parts, claims: accessClaims(as) }),
    /** Uploads a converted file and reserves its storage. Returns its key. */
    async upload(creatorId: string, bytes: number): Promise<string> {
      const [id, upload] = [`cnt_${ulid()}`, ulid()];
      const item = {
        content_id: id,
        upload_id: upload,
        key: `uploads/${id}/${upload}`,
        file_name: 'a.mkv',
        file_type: 'video/x-matroska',
        file_size: bytes,
        kind: 'single' as const,
        state: 'completed' as const,
        creator_id: creatorId,
        user_id: root.person.id,
        created_at: now(),
        deadline: '2999-01-01T00:00:00.000Z',
        rev: 1,
        media_version: 'v1',
        conversion_status: 'completed' as const,
        has_video: false,
      };
      await table.transact([table.write.put(uploadEntity.toItem(item)), creators.reserve(creatorId, bytes, null)]);
      return item.key;
    },
    /** Every stored content item and profile. */
    async items(): Promise<readonly Item[]> {
      const found: Item[] = [];
      for (const partition of ['CONTENT', 'PROFILE'] as const) {
        let startKey: Item | undefined;
        do {
          const page = await table.query({ index: 'gsi1', partition, limit: 1000, startKey });
          found.push(...page.items);
          startKey = page.lastKey;
        } while (startKey);
      }
      return found;
    },
    categories: () => categories.list(),
    creators: () => creators.list(),
    rightsOf: (id: string) => rights.read(id, { consistent: true }),
    countAdmins: () => rights.countAdmins(),
    readCounts: () => counts.read([now().slice(0, 7)]),
    /** Changes since the last call, as the table's stream would deliver them to the counter. */
    async changes(): Promise<readonly CountedThing[]> {
      const items = new Map((await this.items()).map((item) => [String(item['id']), item]));
      const changed = [...new Set([...known.keys(), ...items.keys()])].flatMap(
        (id) => countedChange(known.get(id), items.get(id)) ?? [],
      );
      known.clear();
      for (const [id, item] of items) known.set(id, item);
      return changed;
    },
    count: (thing: CountedThing) => count({ content, profiles, counts }, thing),
    /** Processes published events, one of them twice, and due schedules. Failed events are published again. */
    async runWorkers(): Promise<void> {
      for (let round = 0; round < 8 && world.published.length > 0; round += 1) {
        const published = world.published.splice(0);
        await Promise.all(
          [...published, ...published.slice(0, 1)].map(async ([type, detail]) => {
            await (workers[type] as ((detail: object) => Promise<void>) | undefined)?.(detail).catch(() =>
              world.published.push([type, detail]),
            );
          }),
        );
        await applyDue(
          {
            schedule: createScheduleRepository(table),
            content,
            jobs,
            readSettings,
            stills,
            events,
            logger,
            now: () => world.now,
          },
          'tick',
        );
      }
    },
    newUserRole: (role: Role) => ({
      email: `p${ulid().toLowerCase()}@example.org`,
      password: 'Temporary-Pass-1',
      fullName: 'Test User',
      role,
    }),
  };
};

export type AdminWorld = Awaited<ReturnType<typeof startAdminWorld>>;
