import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import type { Principal } from '../../../infra/local/aws/service.ts';
import { systemClock, type Clock } from '../../../infra/local/clock.ts';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { createS3Engine } from '../../../infra/local/engines/s3/engine.ts';
import { KEEP_ALIVE_MS } from '../../../infra/local/servers.ts';
import { createMediaConvertEngine } from '../../../infra/local/services/mediaconvert/engine.ts';
import { startTestTable } from '../dynamo.ts';

export const UPLOADS = 'uploads-bucket';
export const MEDIA = 'media-bucket';
const OPERATOR: Principal = { accessKeyId: 'LOCALTEST', secretAccessKey: 'secret-of-test', name: 'test' };

/** `steps` receives requests for steps that only a test defines. */
export type QueueName = 'ingest' | 'conversion' | 'deletion' | 'steps';

const listen = async (handler: RequestListener): Promise<{ server: Server; url: string }> => {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** An event bus that records every event and routes it to the queue of its worker. */
const createBus = () => {
  const queues: Record<QueueName, BridgeEvent[]> = { ingest: [], conversion: [], deletion: [], steps: [] };
  const seen: BridgeEvent[] = [];
  const publish = (event: BridgeEvent): void => {
    seen.push(event);
    const key = (event.detail as { object?: { key?: string } }).object?.key ?? '';
    if (event.source === 'aws.s3' && event['detail-type'] === 'Object Created' && key.startsWith('uploads/'))
      queues.ingest.push(event);
    if (event.source === 'aws.mediaconvert') queues.conversion.push(event);
    if (event['detail-type'] === 'ConversionRequested.v1') queues.ingest.push(event);
    if (event['detail-type'] === 'StepRequested.v1')
      queues[(event.detail as { step: string }).step === 'ready' ? 'conversion' : 'steps'].push(event);
    if (event['detail-type'] === 'ContentDeleted.v1') queues.deletion.push(event);
  };
  return { queues, seen, publish };
};

const createBuckets = (folder: string, publish: (event: BridgeEvent) => void) => {
  const credentials = { find: (id: string) => (id === OPERATOR.accessKeyId ? OPERATOR : undefined) };
  const s3 = createS3Engine({ dataDir: join(folder, 's3'), clock: systemClock, credentials, publish });
  const versioned = { VersioningConfiguration: { Status: 'Enabled' } };
  s3.createBucket({
    name: UPLOADS,
    properties: { ...versioned, NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } } },
  });
  s3.createBucket({ name: MEDIA, properties: versioned });
  return s3;
};

/** DynamoDB Local, the S3 engine and the local MediaConvert, with SDK clients. `now` is MediaConvert's time. */
export const startMediaEngines = async (now: () => number) => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-flow-'));
  const db = await startTestTable();
  const bus = createBus();
  const { publish } = bus;
  const s3 = createBuckets(folder, publish);
  const clock: Clock = { now, after: (delay, task) => systemClock.after(delay, task) };
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
  /** Wraps every call that a function makes to AWS; tests can replace it. */
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
  return {
    ...bus,
    db,
    s3,
    mediaConvert,
    s3Client,
    publicClient,
    converterClient,
    aws,
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

export type MediaEngines = Awaited<ReturnType<typeof startMediaEngines>>;
