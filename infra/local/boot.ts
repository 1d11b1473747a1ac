import { mkdirSync } from 'node:fs';
import { readAssembly } from './assembly.ts';
import { LOCAL_REGION, type Principal } from './aws/service.ts';
import { type Clock, systemClock } from './clock.ts';
import { FOREIGN_REQUEST, hasOwnHost } from './console/guard.ts';
import { deliveryEngine, type LoggedDelivery } from './delivery/entry.ts';
import { createViewerUpgrade } from './delivery/viewer-upgrade.ts';
import type { Deployment } from './deployment/bucket-deployment.ts';
import { deploymentEngine } from './deployment/entry.ts';
import type { LocalPage } from './engine.ts';
import { createEngines, type Engines } from './engines.ts';
import type { CognitoEngine } from './engines/cognito/engine.ts';
import { cognitoEngine } from './engines/cognito/users/entry.ts';
import type { DynamoEngine } from './engines/dynamodb/engine.ts';
import { dynamoEngine } from './engines/dynamodb/entry.ts';
import { s3Engine } from './engines/s3/entry.ts';
import type { S3Engine } from './engines/s3/types.ts';
import { busEngine } from './events/bus/entry.ts';
import type { EventBus } from './events/bus/event-bus.ts';
import { queueEngine } from './events/queues/entry.ts';
import type { QueueEngine } from './events/queues/queue-engine.ts';
import { functionEngine } from './functions/entry.ts';
import type { Functions } from './functions/functions.ts';
import { apiGatewayEngine } from './gateway/entry.ts';
import { MAX_API_BODY_BYTES } from './gateway/gateway.ts';
import { rejectUpgrade } from './gateway/upgrade.ts';
import { readRequest, sendResponse } from './http.ts';
import type { ResourceDecision, RoleDecision } from './iam/access.ts';
import type { ResourcePolicies } from './iam/resource-policies.ts';
import type { InvokeFunction } from './invoke.ts';
import { createLocalRoutes, isLocalTarget } from './local-routes.ts';
import type { LocalAddresses } from './placeholders.ts';
import { metricsEngine, type Metrics } from './metrics/entry.ts';
import { provisionStacks } from './provision.ts';
import { createMeaningOf } from './resources/registry.ts';
import type { RoleBook } from './roles.ts';
import { listen, listenLocalhost, listenNear, type RequestHandler, type UpgradeHandler } from './servers.ts';
import { cloudFormationEngine } from './services/cloudformation.ts';
import type { MediaConvertEngine } from './services/mediaconvert/engine.ts';
import { mediaConvertEngine } from './services/mediaconvert/entry.ts';
import { type Mailbox, mailEngine } from './services/ses.ts';
import { stripeEngine, type LocalStripe } from './services/stripe/entry.ts';
import type { TranscribeEngine } from './services/transcribe/engine.ts';
import { transcribeEngine } from './services/transcribe/entry.ts';

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
  /**
   * Address of a DynamoDB Local that runs already and keeps the tables of each access key apart. The cloud uses a key
   * made from its data folder. @default it starts one of its own
   */
  readonly database?: string;
  readonly clock?: Clock;
  /** Values for environment variables that the template sets, for all functions that have them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Called with each line that a function prints and the function's folder name. */
  readonly onLog?: (folder: string, line: string) => void;
  /** Called for every request that a role's policies decided, allowed ones included. */
  readonly onRoleDecision?: (request: RoleDecision) => void;
  /** Called for every request that a resource's policies took part in deciding. */
  readonly onResourceDecision?: (request: ResourceDecision) => void;
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
  readonly transcribe: TranscribeEngine;
  readonly stripe: LocalStripe;
  readonly dynamo: DynamoEngine;
  readonly metrics: Metrics;
  readonly roles: RoleBook;
  readonly deployments: readonly Deployment[];
  readonly delivery: Pick<LoggedDelivery, 'flushLogs'>;
  readonly policies: ResourcePolicies;
  /** Issues a key whose requests the policies of a role decide, as `sts:AssumeRole` does. */
  assumeRole(roleArn: string): Principal;
  /** Database calls so far, by operation. */
  counters(): ReturnType<DynamoEngine['counters']>;
  stop(): Promise<void>;
}

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
      for (const end of [...stops].reverse()) {
        try {
          await end();
        } catch (error) {
          console.error(error);
        }
      }
    })());
  try {
    return await start({ ...options, clock }, (end) => stops.push(end), stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Handlers of the servers, set once the engines exist. */
interface LateHandlers {
  site?: RequestHandler;
  uploads?: RequestHandler;
  internal?: RequestHandler;
  upgrade?: UpgradeHandler;
}

/** The open servers. */
interface Servers {
  readonly late: LateHandlers;
  readonly addresses: LocalAddresses;
  /** Port of the site. */
  readonly port: number;
}

/** Opens the servers before their handlers exist, so that a port in use is reported immediately. */
const openServers = async (port: number, onStop: (stop: () => unknown) => void): Promise<Servers> => {
  const late: LateHandlers = {};
  const when =
    (name: 'site' | 'uploads' | 'internal'): RequestHandler =>
    async (request, response) => {
      const handler = late[name];
      if (handler) return handler(request, response);
      response.writeHead(503).end();
    };
  const onUpgrade: UpgradeHandler = async (upgrade) =>
    late.upgrade ? late.upgrade(upgrade) : rejectUpgrade(upgrade.socket, { status: 503, headers: {} });
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

const createSite = ({ parts, platform, instanceOf }: Engines, awaited: () => readonly string[]): RequestHandler => {
  const delivery = instanceOf(deliveryEngine);
  const local = createLocalRoutes({
    awaited,
    panels: parts.flatMap(({ panels = [] }) => panels),
    routes: parts.flatMap(({ routes = [] }) => routes),
    pages: Object.assign({}, ...parts.map(({ pages = {} }) => pages)) as Record<string, LocalPage>,
    faults: platform.faults,
    faultNames: () => parts.flatMap(({ faultNames }) => faultNames?.() ?? []),
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

/** Browsers reach S3 without the dispatcher. A CORS preflight is not an API call. */
const createUploads =
  ({ platform: { faults }, instanceOf }: Engines): RequestHandler =>
  async (request, response) => {
    if (!hasOwnHost(request)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`${FOREIGN_REQUEST}\n`);
      return undefined;
    }
    if (request.method !== 'OPTIONS' && (await faults.interfere('s3', request, response))) return undefined;
    return instanceOf(s3Engine).handlePublic(request, response);
  };

/** The engines that callers of a running cloud use. */
const runningEngines = async ({ platform, instanceOf }: Engines) => {
  const dynamo = await instanceOf(dynamoEngine).dynamo;
  const functions = instanceOf(functionEngine);
  return {
    functions,
    invoke: functions.invoke,
    cognito: instanceOf(cognitoEngine).cognito,
    s3: instanceOf(s3Engine),
    queues: instanceOf(queueEngine),
    bus: instanceOf(busEngine),
    mailbox: instanceOf(mailEngine),
    mediaConvert: instanceOf(mediaConvertEngine),
    transcribe: instanceOf(transcribeEngine),
    stripe: instanceOf(stripeEngine),
    deployments: instanceOf(deploymentEngine),
    delivery: instanceOf(deliveryEngine),
    dynamo,
    metrics: instanceOf(metricsEngine),
    counters: dynamo.counters,
    roles: platform.roles,
    policies: platform.policies,
  };
};

const start = async (
  { assemblyDir, port, inMemory = false, ...options }: LocalCloudOptions & { readonly clock: Clock },
  onStop: (stop: () => unknown) => void,
  stop: () => Promise<void>,
): Promise<RunningCloud> => {
  mkdirSync(options.dataDir, { recursive: true });
  let awaited: readonly string[] = ['the template'];
  const { late, addresses, port: sitePort } = await openServers(port, onStop);
  const engines = createEngines({ ...options, inMemory, addresses, onStop });
  const { platform, dispatcher, parts, instanceOf, started } = engines;
  const operator = platform.credentials.issue('operator');
  late.internal = dispatcher.handle;
  late.uploads = createUploads(engines);
  late.site = createSite(engines, () => awaited);
  late.upgrade = createViewerUpgrade({
    delivery: instanceOf(deliveryEngine),
    webSockets: instanceOf(apiGatewayEngine).webSockets,
    awaited: () => awaited,
  });

  // A database that fails to start ends the wait for the template.
  const stacks = readAssembly(await Promise.race([assemblyDir, started.then(() => assemblyDir)]));
  const onPending = (types: readonly string[]): void => void (awaited = types.length > 0 ? types : ['the pollers']);
  const [, { outputs }] = await Promise.all([
    started,
    provisionStacks(stacks, createMeaningOf(parts), platform.rewrite, onPending),
  ]);
  for (const [name, values] of Object.entries(outputs)) instanceOf(cloudFormationEngine).set(name, values);
  for (const part of parts) await part.start?.();
  awaited = [];

  return {
    ...(await runningEngines(engines)),
    stop,
    assumeRole: (roleArn) => platform.credentials.issue('session', roleArn),
    url: addresses.site,
    port: sitePort,
    s3Url: addresses.uploads,
    env: {
      AWS_REGION: LOCAL_REGION,
      AWS_ACCESS_KEY_ID: operator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
      AWS_ENDPOINT_URL: addresses.aws,
    },
    outputs,
  };
};
