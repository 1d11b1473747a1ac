import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { distributionArn, issuerOf, type LocalCloud } from './cloud.ts';
import { createFaultSwitch, type FaultSwitch } from './console/fault-switch.ts';
import { createCredentials } from './credentials.ts';
import { createCustomResources, RESPONSE_PATH } from './custom-resources.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { createCognitoEngine } from './engines/cognito/engine.ts';
import { createDynamoEngine, type DynamoEngine } from './engines/dynamodb/engine.ts';
import { createS3Engine } from './engines/s3/engine.ts';
import type { S3Engine } from './engines/s3/types.ts';
import { createEventBus } from './events/bus/event-bus.ts';
import { createQueueEngine } from './events/queues/queue-engine.ts';
import { createFunctions } from './functions/functions.ts';
import { createGateway } from './gateway/gateway.ts';
import { createWebSocketGateway } from './gateway/websocket-gateway.ts';
import { createConnectionsService } from './gateway/websocket-management.ts';
import { createAccess, createAuthorize, type JudgedByResource, type JudgedRequest } from './iam/access.ts';
import { createDynamoAuthorize } from './iam/dynamodb-calls.ts';
import { guardInvoke, guardQueues } from './iam/guards.ts';
import { createResourcePolicies } from './iam/resource-policies.ts';
import { createRewriter, type LocalAddresses } from './placeholders.ts';
import { createRoleBook } from './roles.ts';
import { createCloudFormationService } from './services/cloudformation.ts';
import { createCloudFrontService } from './services/cloudfront.ts';
import { createLambdaService } from './services/lambda.ts';
import { createMediaConvertEngine, type MediaConvertEngine } from './services/mediaconvert/engine.ts';
import { createMailbox, createSesService, type Mailbox } from './services/ses.ts';
import { createSsmService } from './services/ssm.ts';

export interface EnginesOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Keep the database in memory only. */
  readonly inMemory: boolean;
  readonly addresses: LocalAddresses;
  /** Called with each line that a function prints and the function's folder name. */
  readonly onLog?: (folder: string, line: string) => void;
  /** Called for every request that a role's policies decided. */
  readonly onJudged?: (request: JudgedRequest) => void;
  /** Called for every request that a resource's policies took part in deciding. */
  readonly onJudgedByResource?: (request: JudgedByResource) => void;
  /** Called with a stop function for each engine, in creation order. */
  readonly onStop: (stop: () => unknown) => void;
}

/** The engines of a local cloud, without resources. */
export interface Engines {
  readonly cloud: LocalCloud;
  readonly dispatcher: Dispatcher;
  readonly mailbox: Mailbox;
  readonly mediaConvert: MediaConvertEngine;
  readonly faults: FaultSwitch;
  /** Handles requests to the port that browsers upload to. */
  readonly handleUploads: S3Engine['handlePublic'];
  /** Receives the stacks' outputs once they are created. */
  readonly outputs: Map<string, Readonly<Record<string, string>>>;
  /** Resolves when the database and the parameter store respond. Rejects with a StartError, e.g. without Java. */
  readonly started: Promise<DynamoEngine>;
}

/** Creates the engines and registers their services. The database continues to start in the background. */
export const createEngines = ({
  dataDir,
  clock,
  inMemory,
  addresses,
  onLog,
  onJudged,
  onJudgedByResource,
  onStop,
}: EnginesOptions): Engines => {
  const endpoint = addresses.aws;
  const credentials = createCredentials();
  const faults = createFaultSwitch(clock);
  const dispatcher = createDispatcher(credentials, faults);
  const folder = (name: string): string => join(dataDir, name);
  const roles = createRoleBook();
  const policies = createResourcePolicies();
  const access = createAccess({
    roles,
    policies,
    ...(onJudged ? { onJudged } : {}),
    ...(onJudgedByResource ? { onJudgedByResource } : {}),
  });
  // JSON 1.x services deny access with 400, the others with 403. SQS, S3 and the XML services use their own error code.
  const authorize = createAuthorize(access);
  const authorizeRest = createAuthorize(access, 'AccessDeniedException', 403);
  const authorizeQuery = createAuthorize(access, 'AccessDenied', 403);

  const dynamo = createDynamoEngine({
    dataDir: folder('dynamodb'),
    inMemory,
    authorize: createDynamoAuthorize(authorize),
  });
  onStop(async () => (await dynamo.catch(() => undefined))?.stop());
  const ssm = createSsmService({ dataDir: folder('ssm'), clock, authorize });
  onStop(async () => (await ssm.catch(() => undefined))?.stop());
  const functions = createFunctions({
    clock,
    issueKey: credentials.issue,
    endpoint,
    interfere: faults.interfereRun,
    ...(onLog ? { onLog } : {}),
  });
  onStop(functions.stop);
  const invoke = guardInvoke(functions, access);
  const queues = createQueueEngine({
    clock,
    dataDir: folder('queues'),
    endpoint: () => endpoint,
    // SQS writes actions in lower case when it denies access.
    authorize: (caller, action, resource) => authorizeQuery(caller, action.toLowerCase(), resource),
  });
  onStop(queues.stop);
  const bus = createEventBus({
    clock,
    invoke,
    queues: guardQueues(queues, access),
    settingsOf: functions.asyncSettings,
    authorize,
  });
  onStop(bus.stop);
  const s3 = createS3Engine({
    dataDir: folder('s3'),
    clock,
    credentials,
    publish: bus.publish,
    // S3 quotes the resource.
    authorize: (caller, action, resource) =>
      access.refusal(caller, action, resource)?.replace(resource, () => `"${resource}"`),
  });
  onStop(s3.stop);
  const mediaConvert = createMediaConvertEngine({
    dataDir: folder('mediaconvert'),
    clock,
    s3,
    publish: bus.publish,
    authorize: authorizeRest,
    roles: access,
  });
  onStop(mediaConvert.stop);
  const mailbox = createMailbox({ dataDir: folder('mail'), clock });
  const cognito = createCognitoEngine({
    dataDir: folder('cognito'),
    clock,
    invoke,
    mail: mailbox,
    issuer: issuerOf,
    authorize,
  });
  onStop(cognito.stop);

  const pools = new Set<string>();
  const keysOf = (issuer: string) => {
    const poolId = [...pools].find((id) => issuerOf(id) === issuer);
    return poolId === undefined ? undefined : cognito.jwks(poolId);
  };
  const gateway = createGateway({ clock, invoke, keysOf });
  const webSockets = createWebSocketGateway({ clock, invoke, manage: dispatcher.handle });
  onStop(webSockets.stop);
  const edge: LocalCloud['edge'] = {
    publicKeys: new Map(),
    keyGroups: new Map(),
    functions: new Map(),
    cachePolicies: new Map(),
    originRequestPolicies: new Map(),
    responseHeaders: new Map(),
    distributions: new Set(),
  };
  const started = Promise.all([dynamo, ssm]).then(([database, parameters]) => {
    dispatcher.register(database.service);
    dispatcher.register(parameters);
    return database;
  });
  const cloud: LocalCloud = {
    clock,
    dataDir,
    credentials,
    functions,
    gateway,
    webSockets,
    s3,
    dynamo,
    cognito,
    queues,
    bus,
    ssm,
    edge,
    pools,
    started,
    roles,
    policies,
    access,
    integrations: new Map(),
    authorizers: new Map(),
    delivery: createDelivery({
      clock,
      s3,
      gateway,
      site: addresses.site,
      mayRead: (distributionId, bucket, key) =>
        access.serviceRefusal(
          { service: 'cloudfront.amazonaws.com', sourceArn: distributionArn(distributionId) },
          's3:GetObject',
          `arn:aws:s3:::${bucket}/${key}`,
        ) === undefined,
    }),
    streams: new Map(),
    customResources: createCustomResources({ dataDir, invoke: functions.invoke, endpoint }),
    rewrite: createRewriter(addresses),
    checks: [],
    starters: [],
    deployments: [],
  };

  const outputs = new Map<string, Readonly<Record<string, string>>>();
  const cloudFormation = createCloudFormationService(outputs, clock.now(), authorizeQuery);
  // The local distribution has no cache to invalidate.
  const cloudFront = createCloudFrontService({
    clock,
    onInvalidate: () => {},
    distributionExists: (id) => edge.distributions.has(id),
    authorize: authorizeQuery,
  });
  for (const service of [
    s3,
    mediaConvert,
    cognito,
    queues.service,
    bus.service,
    createSesService(mailbox, authorizeRest),
    createLambdaService({ functions, invoker: bus.invoker, authorize: authorizeRest }),
    cloudFormation,
    cloudFront,
  ]) {
    dispatcher.register(service);
  }
  dispatcher.register(createConnectionsService(webSockets, authorizeRest));
  dispatcher.serve(RESPONSE_PATH, cloud.customResources.receive);
  // Browsers reach S3 without the dispatcher. A CORS preflight is not an API call.
  const handleUploads: S3Engine['handlePublic'] = async (request, response) => {
    if (request.method !== 'OPTIONS' && (await faults.interfere('s3', request, response))) return undefined;
    return s3.handlePublic(request, response);
  };
  return { cloud, dispatcher, mailbox, mediaConvert, faults, handleUploads, outputs, started };
};
