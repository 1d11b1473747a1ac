import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopyObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import type { Context, SQSEvent } from 'aws-lambda';
import { ulid } from 'ulid';
import type { Principal } from '../../../infra/local/aws/service.ts';
import { systemClock, type Clock } from '../../../infra/local/clock.ts';
import { bridgeEvent, type BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { createS3Engine } from '../../../infra/local/engines/s3/engine.ts';
import { createMediaConvertEngine } from '../../../infra/local/services/mediaconvert/engine.ts';
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
import { createLeftoverRepository } from '../../../lambdas/data/conversion/leftover-repository.ts';
import { createPlayRepository } from '../../../lambdas/data/history/play-repository.ts';
import { createRemovalRepository } from '../../../lambdas/data/content/removal-repository.ts';
import { createUploadRepository } from '../../../lambdas/data/conversion/upload-repository.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { syncStills } from '../../../lambdas/domain/content/sync-stills.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { EVENT_SOURCE } from '../../../lambdas/events/app-events.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { batchFunction, type BatchHandler } from '../../../lambdas/platform/batch.ts';
import { createConverter } from '../../../lambdas/platform/converter.ts';
import type { EventBus } from '../../../lambdas/platform/event-bus.ts';
import { createPolicySigner } from '../../../lambdas/platform/policy-signer.ts';
import { createRenditionStore, dropUnfinished, removeVersions } from '../../../lambdas/platform/stored-objects.ts';
import { createUploadSigner } from '../../../lambdas/platform/upload-signer.ts';
import { createUploadStore } from '../../../lambdas/platform/upload-store.ts';
import { followJob } from '../../../lambdas/workers/conversion-events/follow-job.ts';
import { parseMessage as parseConversion } from '../../../lambdas/workers/conversion-events/message.ts';
import { rewritePlaylists } from '../../../lambdas/workers/conversion-events/write-playlists-again.ts';
import { parseMessage as parseDeletion } from '../../../lambdas/workers/deletion/message.ts';
import { removeContent } from '../../../lambdas/workers/deletion/remove-content.ts';
import { ingest } from '../../../lambdas/workers/ingest/ingest.ts';
import { parseMessage as parseIngest } from '../../../lambdas/workers/ingest/message.ts';
import { sweep } from '../../../lambdas/workers/sweeper/sweep.ts';
import { startTestTable } from '../dynamo.ts';
import { call, accessClaims, gatewayEvent, type TestAnswer } from '../http.ts';

export const UPLOADS = 'uploads-bucket';
export const MEDIA = 'media-bucket';
const OPERATOR: Principal = { accessKeyId: 'LOCALTEST', secretAccessKey: 'secret-of-test', name: 'test' };

/** People of the tests, by name. */
const people: Readonly<Record<string, { id: string; role: Role; plan: Plan }>> = {
  admin: { id: '11111111-0000-4000-8000-000000000001', role: 'admin', plan: 'free' },
  listener: { id: '11111111-0000-4000-8000-000000000002', role: 'user', plan: 'free' },
  subscriber: { id: '11111111-0000-4000-8000-000000000003', role: 'user', plan: 'premium' },
};
export type PersonName = 'admin' | 'listener' | 'subscriber';

const listen = async (handler: RequestListener): Promise<{ server: Server; url: string }> => {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const sqs = (event: BridgeEvent): SQSEvent =>
  ({
    Records: [{ messageId: event.id, body: JSON.stringify(event), attributes: { ApproximateReceiveCount: '1' } }],
  }) as unknown as SQSEvent;

type Queue = 'ingest' | 'conversion' | 'deletion';

/**
 * The media path in one process: the real functions over DynamoDB Local, the S3 engine and the local MediaConvert, with
 * queues that a test empties by hand. Time is the system's plus what a test adds.
 */
export const startMediaFlow = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-flow-'));
  const db = await startTestTable();
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const clock: Clock = { now, after: (delay, task) => systemClock.after(delay, task) };
  const queues: Record<Queue, BridgeEvent[]> = { ingest: [], conversion: [], deletion: [] };
  const seen: BridgeEvent[] = [];
  const publish = (event: BridgeEvent): void => {
    seen.push(event);
    const key = (event.detail as { object?: { key?: string } }).object?.key ?? '';
    if (event.source === 'aws.s3' && event['detail-type'] === 'Object Created' && key.startsWith('uploads/'))
      queues.ingest.push(event);
    if (event.source === 'aws.mediaconvert') queues.conversion.push(event);
    if (event['detail-type'] === 'ConversionRequested.v1') queues.ingest.push(event);
    if (event['detail-type'] === 'PlaylistsRequested.v1') queues.conversion.push(event);
    if (event['detail-type'] === 'ContentDeleted.v1') queues.deletion.push(event);
  };
  const credentials = { find: (id: string) => (id === OPERATOR.accessKeyId ? OPERATOR : undefined) };
  const s3 = createS3Engine({ dataDir: join(folder, 's3'), clock: systemClock, credentials, publish });
  const versioned = { VersioningConfiguration: { Status: 'Enabled' } };
  s3.createBucket({
    name: UPLOADS,
    properties: { ...versioned, NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } } },
  });
  s3.createBucket({ name: MEDIA, properties: versioned });
  const mediaConvert = createMediaConvertEngine({
    dataDir: join(folder, 'mediaconvert'),
    clock,
    s3,
    publish,
    progressEvery: 50,
  });
  await mediaConvert.start();
  const servers = [
    await listen((request, response) => void s3.handle(request, response, undefined)),
    await listen((request, response) => void s3.handlePublic(request, response)),
    await listen((request, response) => void mediaConvert.handle(request, response, undefined)),
  ] as const;
  const client = { region: 'us-east-1', credentials: OPERATOR, maxAttempts: 1 };
  const s3Client = new S3Client({ ...client, endpoint: servers[0].url, forcePathStyle: true });
  const publicClient = new S3Client({
    ...client,
    endpoint: servers[1].url,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const converterClient = new MediaConvertClient({ ...client, endpoint: servers[2].url });
  /** Every call that a function makes to AWS passes here; a test may put itself around them. */
  const aws = { around: (_name: string, send: () => Promise<unknown>): Promise<unknown> => send() };
  for (const { middlewareStack } of [db.documents, s3Client, converterClient] as unknown as {
    middlewareStack: { add(middleware: unknown, options: object): void };
  }[]) {
    middlewareStack.add(
      (next: (args: unknown) => Promise<unknown>, { commandName }: { commandName: string }) =>
        (args: unknown) =>
          aws.around(commandName, () => next(args)),
      { step: 'initialize', name: 'around', priority: 'high' },
    );
  }

  const { table } = db;
  const logger = silentLogger;
  const creators = createCreatorRepository(table, logger);
  const uploads = createUploadRepository(table, creators);
  const attempts = createAttemptRepository(table);
  const conversions = createConversionRepository(table);
  const records = createContentRecords(table);
  const leftovers = createLeftoverRepository(table);
  const removals = createRemovalRepository(table);
  const store = createUploadStore(s3Client, UPLOADS);
  const signer = createUploadSigner(publicClient, UPLOADS);
  const converter = createConverter(converterClient);
  const events: EventBus = {
    publish: async (type, detail) =>
      void (await aws.around('PutEvents', async () => publish(bridgeEvent(now(), EVENT_SOURCE, type, detail)))),
  };
  const forgotten: string[] = [];
  /** Set by a test: nothing of the media bucket can be removed. */
  const faults = { renditions: false };
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
      await aws.around('CreateInvalidation', async () => forgotten.push(path));
    },
  };
  const cursors = createCursors(async () => Buffer.alloc(32, 1).toString('base64'));
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const routes = [
    ...uploadsRoutes({
      uploads,
      content: records,
      creators,
      store,
      signer,
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
      readSettings: async () => initialSettings,
      stills,
      captions: createCaptionsRepository(table),
      writeCues: createRenditionStore(s3Client, MEDIA).writeCues,
      newId: ulid,
      events,
      logger,
      now: () => new Date(now()).toISOString(),
    }),
    ...conversionRoutes({ conversions, content: records, attempts, events, now }),
    ...playbackRoutes({
      content: records,
      plays: createPlayRepository(table),
      policySigner: async () => createPolicySigner('K1', keys.privateKey),
      siteUrl: async () => 'http://localhost:4000',
      cookieSeconds: 1800,
      now,
      newId: ulid,
    }),
  ];
  const api = httpFunction(routes, {
    logger,
    rights: {
      async read(userId) {
        const person = Object.values(people).find(({ id }) => id === userId);
        return person && { user_id: person.id, role: person.role, plan: person.plan, disabled: false };
      },
    },
  });

  const ingestDeps = {
    uploads,
    attempts,
    conversions,
    creators,
    store,
    converter,
    logger,
    now,
    settings: {
      uploadsBucket: UPLOADS,
      mediaBucket: MEDIA,
      roleArn: 'arn:aws:iam::000000000000:role/converter',
      stage: 'test',
    },
  };
  const renditions = createRenditionStore(s3Client, MEDIA);
  const conversionDeps = {
    attempts,
    conversions,
    content: records,
    renditions,
    logger,
    now,
    removeAgain: (contentId: string) => events.publish('ContentDeleted.v1', { contentId }),
    syncStills: (content: Content) => syncStills({ content: records, stills, logger }, content),
  };
  const workers: Readonly<Record<Queue, BatchHandler>> = {
    ingest: batchFunction(parseIngest, (message) => ingest(ingestDeps, message), logger),
    conversion: batchFunction(
      parseConversion,
      (message) =>
        message.kind === 'job' ? followJob(conversionDeps, message) : rewritePlaylists(conversionDeps, message.ids),
      logger,
    ),
    deletion: batchFunction(
      parseDeletion,
      ({ contentId }) =>
        removeContent(
          {
            content: records,
            conversions,
            attempts,
            uploads,
            leftovers,
            removals,
            converter,
            stills,
            logger,
            now,
            dropUnfinished: (prefix) => dropUnfinished(s3Client, UPLOADS, prefix),
            removeSources: (prefix) => removeVersions(s3Client, UPLOADS, prefix),
            removeRenditions: (prefix) =>
              faults.renditions
                ? Promise.reject(new Error('S3 does not answer'))
                : removeVersions(s3Client, MEDIA, prefix),
          },
          contentId,
        ),
      logger,
    ),
  };

  /** Gives one event to a worker; true when it was worked. */
  const deliver = async (queue: Queue, event: BridgeEvent): Promise<boolean> =>
    (await workers[queue](sqs(event))).batchItemFailures.length === 0;
  /** Empties the queues, conversions included; messages that fail stay. Answers how many failed. */
  const pump = async (): Promise<number> => {
    const failed: [Queue, BridgeEvent][] = [];
    for (;;) {
      const queue = (['ingest', 'conversion', 'deletion'] as const).find((name) => queues[name].length > 0);
      if (!queue) {
        await mediaConvert.idle();
        if (Object.values(queues).every((events) => events.length === 0)) break;
        continue;
      }
      const event = queues[queue].shift() as BridgeEvent;
      if (!(await deliver(queue, event))) failed.push([queue, event]);
    }
    for (const [queue, event] of failed) queues[queue].push(event);
    return failed.length;
  };

  return {
    db,
    s3,
    s3Client,
    mediaConvert,
    converterClient,
    table,
    uploads,
    attempts,
    records,
    creators,
    queues,
    seen,
    forgotten,
    deliver,
    pump,
    now,
    publicKey: keys.publicKey,
    faults,
    aws,
    workers,
    skip(ms: number) {
      skipped += ms;
    },
    sweep: () =>
      sweep({
        uploads,
        attempts,
        conversions,
        content: records,
        leftovers,
        removals,
        store,
        converter,
        events,
        logger,
        now,
        removeSources: (prefix) => removeVersions(s3Client, UPLOADS, prefix),
        removeRenditions: (prefix) => removeVersions(s3Client, MEDIA, prefix),
      }),
    call: (
      routeKey: string,
      body?: unknown,
      options: { who?: PersonName; params?: Record<string, string> } = {},
    ): Promise<TestAnswer> =>
      call(api, {
        routeKey,
        ...(body === undefined ? {} : { body }),
        ...(options.params ? { params: options.params } : {}),
        claims: accessClaims(people[options.who ?? 'admin']?.id ?? ''),
      }),
    /** The `Set-Cookie` values that opening a content answers. */
    async cookies(contentId: string, who: PersonName): Promise<readonly string[]> {
      const event = gatewayEvent({
        routeKey: 'POST /api/functions/get-media-url',
        body: { contentId },
        claims: accessClaims(people[who]?.id ?? ''),
      });
      return (await api(event, {} as Context)).cookies ?? [];
    },
    /** Bytes that the organization's uploads hold. */
    storageUsed: async (): Promise<number> => (await creators.organization()).storage_used,
    /** Every stored version in both buckets. */
    async stored(): Promise<string[]> {
      const lists = await Promise.all(
        [UPLOADS, MEDIA].map((Bucket) => s3Client.send(new ListObjectVersionsCommand({ Bucket }))),
      );
      return lists.flatMap(({ Versions = [], DeleteMarkers = [] }) =>
        [...Versions, ...DeleteMarkers].map(({ Key }) => Key ?? ''),
      );
    },
    jobs: (): readonly string[] => [
      ...new Set(
        seen
          .filter(({ source }) => source === 'aws.mediaconvert')
          .map(({ detail }) => (detail as { jobId: string }).jobId),
      ),
    ],
    async stop() {
      for (const each of [s3Client, publicClient, converterClient]) each.destroy();
      await mediaConvert.stop();
      for (const { server } of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await s3.stop();
      await db.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type MediaFlow = Awaited<ReturnType<typeof startMediaFlow>>;
