import { generateKeyPairSync } from 'node:crypto';
import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { bridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { alignNewScript } from '../../../lambdas/api/align-script.ts';
import { contentRoutes } from '../../../lambdas/api/content/routes.ts';
import { playbackRoutes } from '../../../lambdas/api/playback/routes.ts';
import { conversionRoutes } from '../../../lambdas/api/conversion/routes.ts';
import { uploadsRoutes } from '../../../lambdas/api/uploads/routes.ts';
import type { Plan, Role } from '../../../lambdas/contract/shared.ts';
import { createAttemptRepository } from '../../../lambdas/data/conversion/attempt-repository.ts';
import { createCaptionsRepository } from '../../../lambdas/data/content/captions-repository.ts';
import { createCategoryRepository } from '../../../lambdas/data/content/category-repository.ts';
import { createContentRecords } from '../../../lambdas/data/content/content-records.ts';
import { createContentList } from '../../../lambdas/data/content/content-list.ts';
import { createContentRepository } from '../../../lambdas/data/content/content-repository.ts';
import { createConversionRepository } from '../../../lambdas/data/conversion/conversion-repository.ts';
import { createCreatorRepository } from '../../../lambdas/data/content/creator-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createPlayRows } from '../../../lambdas/data/delivery/play-row-repository.ts';
import { createDeliveryRepository } from '../../../lambdas/data/delivery/delivery-repository.ts';
import { createPlayStatisticsWriter } from '../../../lambdas/data/delivery/play-statistics-writer.ts';
import { createLeftoverRepository } from '../../../lambdas/data/conversion/leftover-repository.ts';
import { createPlayRepository } from '../../../lambdas/data/history/play-repository.ts';
import { createRemovalRepository } from '../../../lambdas/data/content/removal-repository.ts';
import { createStepRepository } from '../../../lambdas/data/pipeline/step-repository.ts';
import { stepSourcesOf } from '../../../lambdas/data/conversion/conversion-history.ts';
import { createUploadRepository } from '../../../lambdas/data/conversion/upload-repository.ts';
import { createWaitingFileRepository } from '../../../lambdas/data/conversion/waiting-file-repository.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { syncStills } from '../../../lambdas/domain/content/sync-stills.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import type { HdrToSdr } from '../../../lambdas/domain/media/colors.ts';
import { createScriptRepository } from '../../../lambdas/data/transcripts/script-repository.ts';
import { createVerdictRepository } from '../../../lambdas/data/safety/safety-repository.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { conversionSteps, type StepDefinition } from '../../../lambdas/domain/pipeline/definition.ts';
import { fullAnalysis } from '../../../lambdas/domain/pipeline/stage.ts';
import { createAnalysisResultRepository } from '../../../lambdas/data/analysis/result-repository.ts';
import { createCorrectionRepository } from '../../../lambdas/data/analysis/correction-repository.ts';
import { createTitleIndexRepository } from '../../../lambdas/data/analysis/title-index-repository.ts';
import { createTranscriptRepository } from '../../../lambdas/data/transcripts/transcript-repository.ts';
import type { StepRunner } from '../../../lambdas/domain/pipeline/run-step.ts';
import { startSteps } from '../../../lambdas/domain/pipeline/start-steps.ts';
import type { StepRunIds } from '../../../lambdas/domain/pipeline/step-run.ts';
import { EVENT_SOURCE, appEvents } from '../../../lambdas/events/app-events.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { batchFunction, type BatchHandler } from '../../../lambdas/platform/messages/batch.ts';
import { createConverter } from '../../../lambdas/platform/converter.ts';
import type { EventBus } from '../../../lambdas/platform/messages/event-bus.ts';
import { createPolicySigner } from '../../../lambdas/platform/policy-signer.ts';
import {
  createRenditionStore,
  dropUnfinished,
  removeVersions,
} from '../../../lambdas/platform/storage/stored-objects.ts';
import { createUploadSigner } from '../../../lambdas/platform/storage/upload-signer.ts';
import { createUploadStore } from '../../../lambdas/platform/storage/upload-store.ts';
import { followJob } from '../../../lambdas/workers/conversion-events/follow-job.ts';
import { parseMessage as parseConversion } from '../../../lambdas/workers/conversion-events/message.ts';
import { rewritePlaylists } from '../../../lambdas/workers/conversion-events/rewrite-playlists.ts';
import { parseMessage as parseDeletion } from '../../../lambdas/workers/deletion/message.ts';
import { removeContent } from '../../../lambdas/workers/deletion/remove-content.ts';
import { ingest } from '../../../lambdas/workers/ingest/ingest.ts';
import { parseMessage as parseIngest } from '../../../lambdas/workers/ingest/message.ts';
import { sweep } from '../../../lambdas/workers/sweeper/sweep.ts';
import { MEDIA, UPLOADS, type MediaEngines, type QueueName } from './media-engines.ts';

export type PersonName = 'admin' | 'moderator' | 'listener' | 'subscriber';

/** The test users, by name. */
export const people: Readonly<Record<PersonName, { id: string; role: Role; plan: Plan }>> = {
  admin: { id: '11111111-0000-4000-8000-000000000001', role: 'admin', plan: 'free' },
  listener: { id: '11111111-0000-4000-8000-000000000002', role: 'user', plan: 'free' },
  moderator: { id: '11111111-0000-4000-8000-000000000004', role: 'moderator', plan: 'free' },
  subscriber: { id: '11111111-0000-4000-8000-000000000003', role: 'user', plan: 'premium' },
};

const createRepositories = ({ db: { table } }: MediaEngines) => {
  const creators = createCreatorRepository(table, logger);
  return {
    table,
    creators,
    uploads: createUploadRepository(table, creators),
    attempts: createAttemptRepository(table),
    conversions: createConversionRepository(table),
    steps: createStepRepository(table),
    records: createContentRecords(table),
    leftovers: createLeftoverRepository(table),
    removals: createRemovalRepository(table),
    results: createAnalysisResultRepository(table),
    titles: createTitleIndexRepository(table),
    corrections: createCorrectionRepository(table),
    transcripts: createTranscriptRepository(table, (count) => logger.error('Corrupt segments', { count })),
  };
};

/** Public stills in the media bucket, and the paths that were invalidated in the distribution. */
const createStills = ({ s3, s3Client, aws }: MediaEngines) => {
  const invalidated: string[] = [];
  const stills = {
    async copy(sources: readonly string[], target: string) {
      for (const source of sources) {
        if (!s3.statObject(MEDIA, source)) continue;
        await s3Client.send(new CopyObjectCommand({ Bucket: MEDIA, Key: target, CopySource: `${MEDIA}/${source}` }));
        return true;
      }
      return false;
    },
    async remove(keys: readonly string[]) {
      for (const key of keys) await aws.around('DeleteObject', async () => s3.deleteObject(MEDIA, key));
    },
    async forget(path: string) {
      await aws.around('CreateInvalidation', async () => invalidated.push(path));
    },
  };
  return { stills, invalidated };
};

/** The rights of the test users. A test disables one by name. */
const createRights = () => {
  const disabled = new Set<PersonName>();
  return {
    disabled,
    async read(userId: string) {
      const [name, person] = Object.entries(people).find(([, { id }]) => id === userId) ?? [];
      return (
        person && {
          user_id: person.id,
          role: person.role,
          plan: person.plan,
          disabled: disabled.has(name as PersonName),
        }
      );
    },
  };
};

/** The platform's settings, which a test can change. */
const createSettings = () => {
  const settings = { ...initialSettings };
  return { settings, readSettings: async () => settings };
};

/** Repositories, clients and settings that the API and the workers share. */
const createServices = (engines: MediaEngines, now: () => number, definitions: readonly StepDefinition[]) => {
  const { aws, publish, s3Client, publicClient, converterClient } = engines;
  const events: EventBus = {
    publish: async (type, detail) =>
      void (await aws.around('PutEvents', async () => publish(bridgeEvent(now(), EVENT_SOURCE, type, detail)))),
  };
  const repositories = createRepositories(engines);
  return {
    ...repositories,
    ...createStills(engines),
    definitions,
    rights: createRights(),
    verdicts: createVerdictRepository(repositories.table),
    ...createSettings(),
    readSources: async (contentId: string) => {
      const history = await repositories.conversions.readHistory(contentId);
      return history && stepSourcesOf(history, { now, stage: fullAnalysis });
    },
    events,
    s3Client,
    now,
    store: createUploadStore(s3Client, UPLOADS),
    signer: createUploadSigner(publicClient, UPLOADS),
    converter: createConverter(converterClient),
    renditions: createRenditionStore(s3Client, MEDIA),
    /** Set by a test: removing objects from the media bucket fails. */
    faults: { renditions: false },
    /** Values of the stage that a test can change. */
    stage: { hdrToSdr: 'convert' as HdrToSdr, analysis: { speech: false, frames: false } },
    /** The key pair that signs cookies. */
    keys: generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  };
};

/** The run that an event requests. */
const stepRequestIds = (body: unknown): StepRunIds => {
  const { contentId, versionId, ...ids } = appEvents['StepRequested.v1'].parse((body as { detail: unknown }).detail);
  return { content_id: contentId, version_id: versionId, ...ids };
};

type MediaServices = ReturnType<typeof createServices>;

const createApi = (services: MediaServices) => {
  const { table, records, creators, uploads, conversions, attempts } = services;
  const { steps, events, stills, now, definitions } = services;
  const cursors = createCursors(async () => Buffer.alloc(32, 1).toString('base64'));
  const routes = [
    ...uploadsRoutes({
      uploads,
      content: records,
      creators,
      store: services.store,
      signer: services.signer,
      logger,
      bucket: UPLOADS,
      region: 'us-east-1',
      now,
      newId: ulid,
    }),
    ...contentRoutes({
      content: createContentRepository(table, { cursors, logger }),
      list: createContentList(table, { cursors, logger }),
      categories: createCategoryRepository(table, logger),
      creators,
      uploads,
      conversions,
      attempts,
      waitingFiles: createWaitingFileRepository(table, creators),
      startSteps: (contentId) =>
        startSteps(
          {
            readSources: services.readSources,
            createRun: steps.create,
            publish: events.publish,
            now,
            definitions,
          },
          contentId,
        ),
      scripts: createScriptRepository(table),
      alignNewScript: (contentId, by) => alignNewScript({ ...services, stage: fullAnalysis }, contentId, by),
      readSettings: services.readSettings,
      verdicts: services.verdicts,
      stills,
      captions: createCaptionsRepository(table),
      writeCues: services.renditions.writeCues,
      readStorage: async () => ({ bucket: UPLOADS, region: 'us-east-1', distributionId: 'E1' }),
      newId: ulid,
      events,
      logger,
      now: () => new Date(now()).toISOString(),
    }),
    ...conversionRoutes({ ...services, content: records, stage: fullAnalysis }),
    ...playbackRoutes({
      content: records,
      plays: createPlayRepository(table),
      rows: createPlayRows(table),
      samplePercent: 100,
      policySigner: async () => createPolicySigner('K1', services.keys.privateKey),
      siteUrl: async () => 'http://localhost:4000',
      cookieSeconds: 1800,
      now,
      newId: ulid,
    }),
  ];
  return httpFunction(routes, {
    logger,
    rights: services.rights,
  });
};

const createWorkers = (
  services: MediaServices,
  { run: runTestStep, removeJob = async () => undefined }: TestPipeline,
): Readonly<Record<QueueName, BatchHandler>> => {
  const { records, attempts, conversions, steps, creators, uploads, converter, stills, events, s3Client, now } =
    services;
  const runner: StepRunner = {
    steps,
    createRun: steps.create,
    readSources: services.readSources,
    publish: events.publish,
    now,
    definitions: services.definitions,
    removeAgain: (contentId: string) => events.publish('ContentDeleted.v1', { contentId }),
  };
  const ingestDeps = {
    ...runner,
    uploads,
    attempts,
    conversions,
    rights: services.rights,
    creators,
    store: services.store,
    readSettings: services.readSettings,
    converter,
    logger,
    now,
    settings: {
      uploadsBucket: UPLOADS,
      mediaBucket: MEDIA,
      roleArn: 'arn:aws:iam::000000000000:role/converter',
      stage: 'test',
      get hdrToSdr() {
        return services.stage.hdrToSdr;
      },
      get analysis() {
        return services.stage.analysis;
      },
    },
  };
  const conversionDeps = {
    ...runner,
    attempts,
    conversions,
    content: records,
    renditions: services.renditions,
    readSettings: services.readSettings,
    logger,
    syncStills: (content: Content) => syncStills({ content: records, stills, logger }, content),
  };
  const deletionDeps = {
    content: records,
    conversions,
    attempts,
    steps,
    uploads,
    leftovers: services.leftovers,
    statistics: createPlayStatisticsWriter(services.table),
    delivery: createDeliveryRepository(services.table),
    transcripts: services.transcripts,
    safety: services.verdicts,
    results: services.results,
    titles: services.titles,
    corrections: services.corrections,
    removals: services.removals,
    converter,
    transcriber: { remove: removeJob },
    stage: 'test',
    stills,
    logger,
    now,
    dropUnfinished: (prefix: string) => dropUnfinished(s3Client, UPLOADS, prefix),
    removeSources: (prefix: string) => removeVersions(s3Client, UPLOADS, prefix),
    removeRenditions: (prefix: string) =>
      services.faults.renditions
        ? Promise.reject(new Error('S3 is unavailable'))
        : removeVersions(s3Client, MEDIA, prefix),
  };
  return {
    ingest: batchFunction(parseIngest, (message) => ingest(ingestDeps, message), logger),
    conversion: batchFunction(
      parseConversion,
      (message) =>
        message.kind === 'job' ? followJob(conversionDeps, message) : rewritePlaylists(conversionDeps, message.ids),
      logger,
    ),
    deletion: batchFunction(parseDeletion, ({ contentId }) => removeContent(deletionDeps, contentId), logger),
    steps: batchFunction(stepRequestIds, (ids) => runTestStep(runner, ids).then(() => undefined), logger),
  };
};

/** A pipeline with steps that only a test defines, and the worker that runs them. */
export interface TestPipeline {
  readonly definitions: readonly StepDefinition[];
  readonly run: (runner: StepRunner, ids: StepRunIds) => Promise<unknown>;
  /** Deletes a transcription job. @default there are none */
  readonly removeJob?: (name: string) => Promise<void>;
}

/** The steps of the conversion. Those of the analysis have worlds of their own. */
const conversionPipeline: TestPipeline = {
  definitions: conversionSteps,
  run: async (_runner, { step }) => {
    throw new Error(`No worker runs the step ${step}`);
  },
};

/** The API and the workers of the media pipeline over the engines. `now` is their time. */
export const createMediaFunctions = (engines: MediaEngines, now: () => number, pipeline = conversionPipeline) => {
  const services = createServices(engines, now, pipeline.definitions);
  const { table, uploads, attempts, creators, records, s3Client } = services;
  return {
    table,
    uploads,
    attempts,
    steps: services.steps,
    readSources: services.readSources,
    publish: services.events.publish,
    records,
    creators,
    invalidated: services.invalidated,
    faults: services.faults,
    stage: services.stage,
    /** Names of the users that are disabled. */
    disabled: services.rights.disabled,
    /** The platform's settings, which a test can change. */
    settings: services.settings,
    publicKey: services.keys.publicKey,
    api: createApi(services),
    workers: createWorkers(services, pipeline),
    sweep: () =>
      sweep({
        ...services,
        content: records,
        logger,
        removeSources: (prefix) => removeVersions(s3Client, UPLOADS, prefix),
        removeRenditions: (prefix) => removeVersions(s3Client, MEDIA, prefix),
      }),
  };
};
