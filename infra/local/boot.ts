import { mkdirSync } from 'node:fs';
import { readAssembly } from './assembly.ts';
import { LOCAL_REGION, type Principal } from './aws/service.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Deployment } from './cloud.ts';
import { createViewerUpgrade } from './delivery/viewer-upgrade.ts';
import { createEngines, type Engines } from './engines.ts';
import type { CognitoEngine } from './engines/cognito/engine.ts';
import type { DynamoEngine } from './engines/dynamodb/engine.ts';
import type { S3Engine } from './engines/s3/types.ts';
import type { EventBus } from './events/bus/event-bus.ts';
import type { Mapping } from './events/mapping-properties.ts';
import type { QueueEngine } from './events/queues/queue-engine.ts';
import type { Functions } from './functions/functions.ts';
import { MAX_API_BODY_BYTES } from './gateway/gateway.ts';
import { refuseUpgrade } from './gateway/upgrade.ts';
import { readRequest, sendResponse } from './http.ts';
import type { JudgedByResource, JudgedRequest } from './iam/access.ts';
import type { ResourcePolicies } from './iam/resource-policies.ts';
import type { InvokeFunction } from './invoke.ts';
import { createLocalRoutes, isLocalTarget } from './local-routes.ts';
import { provisionStacks } from './provision.ts';
import { meaningOf } from './resources/registry.ts';
import type { RoleBook } from './roles.ts';
import { listen, listenLocalhost, listenNear, type RequestHandler, type UpgradeHandler } from './servers.ts';
import type { MediaConvertEngine } from './services/mediaconvert/engine.ts';
import type { Mailbox } from './services/ses.ts';

/** Options of a local cloud. */
export interface LocalCloudOptions {
  /** Folder of the synthesized template. Engines start while synthesis is still running. */
  readonly assemblyDir: string | Promise<string>;
  /** Folder of all stored data. */
  readonly dataDir: string;
  /** Port of the site; 0 for a free one. Uploads use the next port, or a free one. */
  readonly port: number;
  /** Keep the database in memory only. @default false */
  readonly inMemory?: boolean;
  readonly clock?: Clock;
  /** Called with each line that a function prints and the function's folder name. */
  readonly onLog?: (folder: string, line: string) => void;
  /** Called for every request that a role's policies decided, allowed ones included. */
  readonly onJudged?: (request: JudgedRequest) => void;
  /** Called for every request that a resource's policies took part in deciding. */
  readonly onJudgedByResource?: (request: JudgedByResource) => void;
}

/** A running local cloud. */
export interface RunningCloud {
  /** Origin of the site, e.g. `http://localhost:4000`. */
  readonly url: string;
  readonly port: number;
  /** Origin that browsers upload to. */
  readonly s3Url: string;
  /** The `AWS_*` variables that an operator command needs to use this cloud. */
  readonly env: Readonly<Record<string, string>>;
  /** Outputs of the stacks: stack name → output → value. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly mailbox: Mailbox;
  readonly invoke: InvokeFunction;
  readonly functions: Functions;
  readonly cognito: CognitoEngine;
  readonly s3: S3Engine;
  readonly queues: QueueEngine;
  readonly bus: EventBus;
  readonly mediaConvert: MediaConvertEngine;
  readonly dynamo: DynamoEngine;
  readonly roles: RoleBook;
  readonly deployments: readonly Deployment[];
  readonly policies: ResourcePolicies;
  /** Issues a key whose requests the policies of a role decide, as `sts:AssumeRole` does. */
  assumeRole(roleArn: string): Principal;
  /** Database calls so far, by operation. */
  counters(): ReturnType<DynamoEngine['counters']>;
  stop(): Promise<void>;
}

/** Milliseconds between two sweeps of S3's lifecycle rules. */
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Starts everything that the template describes on this machine. Resolves when it is ready.
 * @throws StartError with a one-line message when the user must change something; nothing is left running then
 */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<RunningCloud> => {
  const { clock = systemClock } = options;
  const stops: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      // In reverse order of starting. One failure must not keep the others running.
      for (const end of [...stops].reverse())
        await Promise.resolve(end()).catch((error: unknown) => console.error(error));
    })());
  try {
    return await start({ ...options, clock }, (end) => stops.push(end), stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Opens the servers before their handlers exist, so that a port in use is reported immediately. */
const openServers = async (port: number, onStop: (stop: () => unknown) => void) => {
  const late: { site?: RequestHandler; uploads?: RequestHandler; internal?: RequestHandler; upgrade?: UpgradeHandler } =
    {};
  const when =
    (name: 'site' | 'uploads' | 'internal'): RequestHandler =>
    async (request, response) => {
      const handler = late[name];
      if (handler) return handler(request, response);
      response.writeHead(503).end();
    };
  const onUpgrade: UpgradeHandler = async (upgrade) =>
    late.upgrade ? late.upgrade(upgrade) : refuseUpgrade(upgrade.socket, { status: 503, headers: {} });
  const site = await listenLocalhost(when('site'), port, onUpgrade);
  onStop(site.stop);
  const uploads = await listenNear(when('uploads'), port === 0 ? 0 : port + 1);
  onStop(uploads.stop);
  const internal = await listen(when('internal'), 0);
  onStop(internal.stop);
  const addresses = {
    site: `http://localhost:${site.port}`,
    // An IP address: with `localhost`, SDKs would add the bucket to the host name.
    uploads: `http://127.0.0.1:${uploads.port}`,
    aws: `http://127.0.0.1:${internal.port}`,
  };
  return { late, addresses, port: site.port };
};

const createSite = (
  { cloud, mailbox, mediaConvert, faults }: Engines,
  awaited: () => readonly string[],
): RequestHandler => {
  const { cognito, delivery } = cloud;
  const local = createLocalRoutes({
    awaited,
    cloud,
    mailbox,
    mediaConvert,
    faults,
    cognito,
    databaseCounters: async () => (await cloud.dynamo).counters(),
  });
  return async (request, response) => {
    if (isLocalTarget(request.url)) return local(request, response);
    if (awaited().length > 0) {
      response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('Soundstage is starting.\n');
      return undefined;
    }
    const viewer = await readRequest(request, MAX_API_BODY_BYTES);
    return sendResponse(response, await delivery.handle(viewer), viewer.method === 'HEAD');
  };
};

const sweepEvery = (s3: S3Engine, clock: Clock): (() => void) => {
  s3.sweepLifecycle();
  let cancel = clock.after(SWEEP_EVERY_MS, () => (cancel = sweepEvery(s3, clock)));
  return () => cancel();
};

const start = async (
  {
    assemblyDir,
    dataDir,
    port,
    clock,
    inMemory = false,
    onLog,
    onJudged,
    onJudgedByResource,
  }: LocalCloudOptions & { readonly clock: Clock },
  onStop: (stop: () => unknown) => void,
  stop: () => Promise<void>,
): Promise<RunningCloud> => {
  mkdirSync(dataDir, { recursive: true });
  let awaited: readonly string[] = ['the template'];
  const servers = await openServers(port, onStop);
  const { late, addresses } = servers;
  const engines = createEngines({
    dataDir,
    clock,
    inMemory,
    addresses,
    onStop,
    ...(onLog ? { onLog } : {}),
    ...(onJudged ? { onJudged } : {}),
    ...(onJudgedByResource ? { onJudgedByResource } : {}),
  });
  const { cloud, dispatcher, mailbox, mediaConvert, outputs, started } = engines;
  const operator = cloud.credentials.issue('operator');
  late.internal = dispatcher.handle;
  late.uploads = engines.handleUploads;
  late.site = createSite(engines, () => awaited);
  late.upgrade = createViewerUpgrade({ ...cloud, awaited: () => awaited });

  // A database that fails to start ends the wait for the template.
  const stacks = readAssembly(await Promise.race([assemblyDir, started.then(() => assemblyDir)]));
  const onPending = (types: readonly string[]): void => void (awaited = types.length > 0 ? types : ['the pollers']);
  const [dynamo, provisioned] = await Promise.all([
    started,
    provisionStacks(stacks, meaningOf, cloud, cloud.rewrite, onPending),
  ]);
  for (const [name, values] of Object.entries(provisioned.outputs)) outputs.set(name, values);
  const mappings: Mapping[] = [];
  onStop(() => Promise.all(mappings.map((mapping) => mapping.stop())));
  for (const check of cloud.checks) check();
  for (const begin of cloud.starters) mappings.push(await begin());
  await mediaConvert.start();
  onStop(sweepEvery(cloud.s3, clock));
  awaited = [];

  const { functions, cognito, s3, queues, bus } = cloud;
  return {
    functions,
    cognito,
    s3,
    queues,
    bus,
    mailbox,
    mediaConvert,
    dynamo,
    stop,
    roles: cloud.roles,
    deployments: cloud.deployments,
    policies: cloud.policies,
    assumeRole: (roleArn) => cloud.credentials.issue('session', roleArn),
    url: addresses.site,
    port: servers.port,
    s3Url: addresses.uploads,
    env: {
      AWS_REGION: LOCAL_REGION,
      AWS_ACCESS_KEY_ID: operator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
      AWS_ENDPOINT_URL: addresses.aws,
    },
    outputs: provisioned.outputs,
    invoke: functions.invoke,
    counters: dynamo.counters,
  };
};
