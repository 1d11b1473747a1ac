import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Principal } from '../../../../infra/local/aws/service.ts';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { BridgeEvent } from '../../../../infra/local/events/bus/bridge-event.ts';
import { createS3Engine } from '../../../../infra/local/engines/s3/engine.ts';
import type { S3EngineOptions } from '../../../../infra/local/engines/s3/types.ts';

export const PRINCIPAL: Principal = { accessKeyId: 'LOCALTEST', secretAccessKey: 'secret-of-test', name: 'test' };
export const OTHER: Principal = { accessKeyId: 'LOCALOTHER', secretAccessKey: 'secret-of-other', name: 'other' };

/** The resolved properties of the template's media bucket. */
export const BUCKET_PROPERTIES = {
  VersioningConfiguration: { Status: 'Enabled' },
  NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
  CorsConfiguration: {
    CorsRules: [
      {
        AllowedMethods: ['PUT', 'GET'],
        AllowedOrigins: ['http://localhost:4000', 'https://*.example.org'],
        AllowedHeaders: ['*'],
        ExposedHeaders: ['ETag', 'x-amz-checksum-crc32'],
        MaxAge: 3000,
      },
    ],
  },
};

/** Hides the SDK's warnings about streams that it cannot send again. */
export const quietLogger = { debug() {}, info() {}, warn() {}, error() {}, trace() {} };

export const putObject = (client: S3Client, Bucket: string, Key: string, Body: string | Buffer) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body }));

export const readText = async (client: S3Client, Bucket: string, Key: string, VersionId?: string): Promise<string> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...(VersionId ? { VersionId } : {}) }));
  return (await Body?.transformToString()) ?? '';
};

/** Waits for work that the engine does after its answer. Jest's own time limit ends the wait. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

const listen = async (handler: Parameters<typeof createServer>[1]): Promise<{ server: Server; port: number }> => {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
};

/** Starts an engine with its internal and its public port, on its own folder. */
export const startS3 = async (options: Pick<S3EngineOptions, 'authorize' | 'policiesOf'> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'soundstage-s3-'));
  const clock = createManualClock(Date.now());
  const events: BridgeEvent[] = [];
  const credentials = { find: (id: string) => [PRINCIPAL, OTHER].find(({ accessKeyId }) => accessKeyId === id) };
  const make = () =>
    createS3Engine({ dataDir, clock, credentials, publish: (event) => events.push(event), ...options });
  let engine = make();
  engine.createBucket({ name: 'media', properties: BUCKET_PROPERTIES });
  engine.createBucket({ name: 'plain', properties: {} });
  const internal = await listen((request, response) => void engine.handle(request, response, undefined));
  const external = await listen((request, response) => void engine.handlePublic(request, response));
  const endpoint = `http://127.0.0.1:${internal.port}`;
  const publicEndpoint = `http://127.0.0.1:${external.port}`;
  const clients: S3Client[] = [];
  const client = (config: S3ClientConfig = {}): S3Client => {
    const made = new S3Client({ region: 'us-east-1', endpoint, credentials: PRINCIPAL, maxAttempts: 1, ...config });
    clients.push(made);
    return made;
  };
  return {
    dataDir,
    clock,
    events,
    endpoint,
    publicEndpoint,
    client,
    port: internal.port,
    engine: () => engine,
    async restart() {
      await engine.stop();
      engine = make();
    },
    /** Files with object bytes, in the storage folders and the incoming folder. */
    files(): string[] {
      const root = join(dataDir, 'objects');
      return readdirSync(root, { recursive: true })
        .map(String)
        .filter((name) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile() ?? false);
    },
    async stop() {
      for (const made of clients) made.destroy();
      for (const { server } of [internal, external]) {
        const closed = new Promise((resolve) => server.close(resolve));
        (server as ReturnType<typeof createServer>).closeAllConnections();
        await closed;
      }
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export type RunningS3 = Awaited<ReturnType<typeof startS3>>;
