import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { bulkRoutes } from '../../../lambdas/api/bulk/routes.ts';
import { contentRoutes } from '../../../lambdas/api/content/routes.ts';
import { conversionRoutes } from '../../../lambdas/api/conversion/routes.ts';
import type { DeliveryToolsDeps } from '../../../lambdas/api/delivery-tools/deps.ts';
import { deliveryToolsRoutes } from '../../../lambdas/api/delivery-tools/routes.ts';
import { playbackRoutes } from '../../../lambdas/api/playback/routes.ts';
import { safetyRoutes } from '../../../lambdas/api/safety/routes.ts';
import { uploadsRoutes } from '../../../lambdas/api/uploads/routes.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createBulkRepository } from '../../../lambdas/data/admin/bulk-repository.ts';
import { createCountsRepository } from '../../../lambdas/data/admin/counts-repository.ts';
import { createAnalysisResultRepository } from '../../../lambdas/data/analysis/result-repository.ts';
import { createCaptionsRepository } from '../../../lambdas/data/content/captions-repository.ts';
import { createCdnRecordRepository } from '../../../lambdas/data/content/cdn-record-repository.ts';
import { createCategoryRepository } from '../../../lambdas/data/content/category-repository.ts';
import { createContentEdits } from '../../../lambdas/data/content/content-edits.ts';
import { createContentList } from '../../../lambdas/data/content/content-list.ts';
import { createContentLookup } from '../../../lambdas/data/content/content-lookup.ts';
import { createContentRepository } from '../../../lambdas/data/content/content-repository.ts';
import { saveContent } from '../../../lambdas/data/content/content-writes.ts';
import { createCreatorRepository } from '../../../lambdas/data/content/creator-repository.ts';
import { createOwnedTitles } from '../../../lambdas/data/content/owned-titles.ts';
import { createScheduleRepository } from '../../../lambdas/data/content/schedule-repository.ts';
import { createAttemptRepository } from '../../../lambdas/data/conversion/attempt-repository.ts';
import { stepSourcesOf } from '../../../lambdas/data/conversion/conversion-history.ts';
import { createConversionRepository } from '../../../lambdas/data/conversion/conversion-repository.ts';
import { createUploadRepository } from '../../../lambdas/data/conversion/upload-repository.ts';
import { createWaitingFileRepository } from '../../../lambdas/data/conversion/waiting-file-repository.ts';
import { createPlayRows } from '../../../lambdas/data/delivery/play-row-repository.ts';
import { createPlayRepository } from '../../../lambdas/data/history/play-repository.ts';
import { createProfileNames } from '../../../lambdas/data/people/profile-names.ts';
import { createStepRepository } from '../../../lambdas/data/pipeline/step-repository.ts';
import { createComparedTitles } from '../../../lambdas/data/safety/decisive-repository.ts';
import { createEvaluationRepository } from '../../../lambdas/data/safety/evaluation-repository.ts';
import { readPolicy } from '../../../lambdas/data/safety/policy-entity.ts';
import { createPolicyRepository } from '../../../lambdas/data/safety/policy-repository.ts';
import { createReviewRepository } from '../../../lambdas/data/safety/safety-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createScriptRepository } from '../../../lambdas/data/transcripts/script-repository.ts';
import { createTranscriptRepository } from '../../../lambdas/data/transcripts/transcript-repository.ts';
import { batchesOf } from '../../../lambdas/domain/batches.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { parseDeclared } from '../../../lambdas/domain/delivery/declared.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { conversionSteps } from '../../../lambdas/domain/pipeline/definition.ts';
import { fullAnalysis } from '../../../lambdas/domain/pipeline/stage.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import type { AppEventType } from '../../../lambdas/events/app-events.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import type { EventBus } from '../../../lambdas/platform/messages/event-bus.ts';
import { processJob } from '../../../lambdas/workers/bulk-worker/process-job.ts';
import { applyDue } from '../../../lambdas/workers/content-schedule/apply-due.ts';
import { followJob } from '../../../lambdas/workers/conversion-events/follow-job.ts';
import { applyPolicy } from '../../../lambdas/workers/safety-worker/apply-policy.ts';
import type { SafetyWorkerDeps } from '../../../lambdas/workers/safety-worker/deps.ts';
import type { LooseInput } from '../api.ts';
import { declaredText } from '../delivery.ts';
import type { TestTable } from '../dynamo.ts';
import { accessClaims, call, type TestResponse } from '../http.ts';

type Item = Readonly<Record<string, unknown>>;

/** Items of a batch in DynamoDB's BatchWriteItem. */
const BATCH = 25;

/**
 * The functions of the API that write content items, those that start workers which do, and these workers: over a test
 * table, with storage and events in memory. The conversion makes no files.
 */
export const createPublishingWorld = (db: TestTable, moderated: boolean) => {
  const { table } = db;
  const people: Readonly<Record<Role, string>> = { user: randomUUID(), moderator: randomUUID(), admin: randomUUID() };
  const roleOf = (userId: string): Role =>
    (Object.keys(people) as Role[]).find((role) => people[role] === userId) ?? 'user';
  const rights = {
    read: async (userId: string) => ({ user_id: userId, role: roleOf(userId), plan: 'free' as const, disabled: false }),
  };
  const settings = { ...initialSettings, content_moderation: moderated, auto_approve_uploads: true };
  const readSettings = async () => settings;
  const published: (readonly [type: AppEventType, detail: object])[] = [];
  const events: EventBus = { publish: async (type, detail) => void published.push([type, detail]) };
  const now = (): string => new Date().toISOString();
  const cursors = createCursors(async () => Buffer.alloc(32, 7).toString('base64'));
  const paged = { cursors, logger };
  const creators = createCreatorRepository(table, logger);
  const categories = createCategoryRepository(table, logger);
  const content = createContentRepository(table, paged);
  const edits = createContentEdits(table);
  const lookup = createContentLookup(table, logger);
  const uploads = createUploadRepository(table, creators);
  const attempts = createAttemptRepository(table);
  const conversions = createConversionRepository(table);
  const steps = createStepRepository(table);
  const reviews = createReviewRepository(table, paged);
  const results = createAnalysisResultRepository(table);
  const evaluations = createEvaluationRepository(table);
  const jobs = createBulkRepository(table, paged);
  const stills = { copy: async () => true, remove: async () => undefined, forget: async () => undefined };
  const renditions = {
    readText: async () => undefined,
    writePlaylist: async () => undefined,
    writeCues: async () => undefined,
    has: async () => false,
  };
  const store = {
    startParts: async () => 'parts',
    listParts: async () => [],
    joinParts: async () => true,
    dropParts: async () => undefined,
    find: async () => undefined,
    readStart: async () => undefined,
    remove: async () => undefined,
    removeCurrent: async () => undefined,
  };
  const sign = async (): Promise<string> => 'https://uploads.example/signed';
  const shared = { readSettings, events, logger, newId: ulid };
  const declared = parseDeclared(declaredText());
  const deliveryTools: DeliveryToolsDeps = {
    content,
    records: createCdnRecordRepository(table),
    conversions,
    attempts,
    events,
    // The buckets are as the template declares.
    settings: {
      readCors: async (name) => (name === declared.buckets.uploads.name ? declared.buckets.uploads.cors : []),
      writeCors: async () => true,
      readBlock: async () => declared.buckets.media.publicAccessBlock,
      close: async () => true,
      readPolicy: async (name) => declared.buckets[name === declared.buckets.media.name ? 'media' : 'uploads'].policy,
      isPublic: async () => false,
    },
    readDeclared: async () => declared,
    distribution: {
      find: async () => ({ id: 'E1', domainName: 'e1.cloudfront.net', enabled: true, deployed: true }),
      forget: async () => undefined,
    },
    renditions,
    probes: [],
    recordAct: async () => undefined,
    logger,
    now: Date.now,
  };
  const routes = [
    ...contentRoutes({
      ...shared,
      content,
      list: createContentList(table, paged),
      categories,
      creators,
      uploads,
      attempts,
      conversions,
      waitingFiles: createWaitingFileRepository(table, creators),
      startSteps: async () => undefined,
      scripts: createScriptRepository(table),
      alignNewScript: async () => undefined,
      verdicts: reviews,
      stills,
      captions: createCaptionsRepository(table),
      writeCues: renditions.writeCues,
      readStorage: async () => ({ bucket: 'uploads', region: 'us-east-1', distributionId: 'E1' }),
      now,
    }),
    ...safetyRoutes({
      ...shared,
      policies: createPolicyRepository(table, paged),
      evaluations,
      compared: createComparedTitles(table),
      counts: createCountsRepository(table),
      reviews,
      results,
      transcripts: createTranscriptRepository(table, () => undefined),
      content: edits,
      lookup,
      creators,
      owned: createOwnedTitles(table, paged),
      profiles: createProfileNames(table),
      stills,
      readFrame: async () => undefined,
      now,
    }),
    ...conversionRoutes({
      conversions,
      content: edits,
      attempts,
      steps,
      events,
      converter: { cancelJob: async () => undefined },
      stage: fullAnalysis,
      now: Date.now,
      definitions: conversionSteps,
    }),
    ...bulkRoutes({ ...shared, jobs, content: lookup, categories, now: Date.now }),
    ...uploadsRoutes({
      ...shared,
      uploads,
      content,
      creators,
      store,
      signer: { put: sign, part: sign, download: sign },
      bucket: 'uploads',
      region: 'us-east-1',
      now: Date.now,
    }),
    ...playbackRoutes({
      content: edits,
      plays: createPlayRepository(table),
      rows: createPlayRows(table),
      samplePercent: 100,
      policySigner: async () => () => ({}),
      siteUrl: async () => 'http://localhost:4000',
      cookieSeconds: 1800,
      now: Date.now,
      newId: ulid,
    }),
  ];
  const handler = httpFunction([...routes, ...deliveryToolsRoutes(deliveryTools)], { rights, logger });
  const runner = {
    steps,
    createRun: steps.create,
    readSources: async (contentId: string) => {
      const history = await conversions.readHistory(contentId);
      return history && stepSourcesOf(history, { now: Date.now, stage: fullAnalysis });
    },
    publish: events.publish,
    removeAgain: async () => undefined,
    now: Date.now,
    definitions: conversionSteps,
  };
  const syncStills = async (): Promise<void> => undefined;
  const bulkWorker = {
    ...shared,
    jobs,
    content: edits,
    categories,
    rights,
    transact: table.transact,
    stills,
    now: Date.now,
    newWorker: randomUUID,
  };
  const safetyWorker: SafetyWorkerDeps = {
    ...runner,
    publish: events.publish,
    content: edits,
    results,
    verdicts: reviews,
    evaluations,
    readPolicy: () => readPolicy(table),
    readSettings,
    savePublication: (before: Content, after: Content) => saveContent(table, before, after, { more: [] }),
    syncStills,
    logger,
  };
  return {
    people,
    settings,
    creators,
    async put(items: readonly Item[]): Promise<void> {
      const distinct = new Map(items.map((item) => [`${String(item['pk'])} ${String(item['sk'])}`, item]));
      for (const batch of batchesOf([...distinct.values()], BATCH)) {
        const requests = batch.map((Item) => ({ PutRequest: { Item } }));
        await db.documents.send(new BatchWriteCommand({ RequestItems: { [db.name]: requests } }));
      }
    },
    /** Calls an endpoint as a user with this role. */
    request: (key: EndpointKey, role: Role, { params, query, body }: LooseInput): Promise<TestResponse> =>
      call(handler, {
        routeKey: `${endpoints[key].method} ${endpoints[key].path}`,
        ...(params ? { params } : {}),
        ...(query ? { query } : {}),
        ...(body === undefined ? {} : { body }),
        claims: accessClaims(people[role]),
      }),
    /** Reports that the job of an attempt has succeeded. */
    endConversion: (content_id: string, version_id: string, attempt: number): Promise<void> =>
      followJob(
        { ...runner, attempts, conversions, content: edits, readSettings, renditions, syncStills, logger },
        {
          kind: 'job',
          ids: { content_id, version_id, attempt },
          event: { jobId: 'job-1', status: 'COMPLETE', at: now() },
          cause: undefined,
        },
      ),
    /** Runs the schedule and what the events so far start, until nothing is left. Other events are dropped. */
    async runWorkers(): Promise<void> {
      await applyDue(
        { ...shared, schedule: createScheduleRepository(table), content: edits, jobs, stills, now: Date.now },
        'r',
      );
      for (let event = published.shift(); event; event = published.shift()) {
        const [type, detail] = event;
        if (type === 'BulkJobStarted.v1') await processJob(bulkWorker, (detail as { jobId: string }).jobId);
        if (type === 'SafetyPolicyChanged.v1')
          await applyPolicy(safetyWorker, detail as { policyVersion: number; page: number });
      }
    },
    /** All content items. */
    async catalog(): Promise<readonly Content[]> {
      const contents: Content[] = [];
      let after: string | undefined;
      do {
        const page = await evaluations.readCatalog(after, 1000, (count) => {
          throw new Error(`${count} corrupt items`);
        });
        contents.push(...page.contents);
        ({ after } = page);
      } while (after !== undefined);
      return contents;
    },
  };
};
