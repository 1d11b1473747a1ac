import type { MappingProperties } from '../events/mapping-properties.ts';
import { createSqsMapping } from '../events/queues/sqs-mapping.ts';
import { createStreamMapping } from '../events/streams/stream-mapping.ts';
import { join } from 'node:path';
import type { LocalCloud } from '../cloud.ts';
import { executionRole } from './execution-role.ts';
import { arnOf, physicalName, stableId } from './names.ts';
import { numberProperty, type Provisioner, recordProperty, type ResourceInput, textProperty } from './types.ts';

/** Lambda's defaults. */
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MB = 128;
/** Seconds until a failed message is delivered again. Short, because a developer waits for it. */
const RETRY_VISIBILITY_SECONDS = 2;

const codeFolder = ({ stack, properties }: ResourceInput): string => {
  const key = recordProperty(properties, 'Code')['S3Key'];
  const folder = typeof key === 'string' ? stack.assets.get(key) : undefined;
  if (folder === undefined) throw new Error('its code is not an asset of the assembly');
  return folder;
};

/** The folder of a function's sources: the last word of its description (see `AppFunction`), or its logical ID. */
const folderOf = ({ logicalId, properties }: ResourceInput): string =>
  /^soundstage ([a-z][a-z0-9-]*)$/.exec(String(properties['Description'] ?? ''))?.[1] ?? logicalId;

/**
 * `AWS::Lambda::Function`. A function for another runtime than Node only gets a name: these are CDK's own helpers,
 * whose work the local cloud does itself.
 */
export const lambdaFunction: Provisioner = (input, cloud) => {
  const { properties } = input;
  const name = typeof properties['FunctionName'] === 'string' ? properties['FunctionName'] : physicalName(input);
  const arn = arnOf('lambda', `function:${name}`);
  if (!String(properties['Runtime']).startsWith('nodejs')) return { ref: name, attributes: { Arn: arn } };
  const variables = recordProperty(recordProperty(properties, 'Environment'), 'Variables');
  const reserved = numberProperty(properties, 'ReservedConcurrentExecutions');
  const deadLetter = recordProperty(properties, 'DeadLetterConfig')['TargetArn'];
  const logGroup = recordProperty(properties, 'LoggingConfig')['LogGroup'];
  const roleArn = textProperty(properties, 'Role');
  executionRole(cloud).requireForFunction({
    roleArn,
    logGroup: typeof logGroup === 'string' ? logGroup : `/aws/lambda/${name}`,
    ...(typeof deadLetter === 'string' ? { deadLetterArn: deadLetter } : {}),
  });
  cloud.functions.define({
    name,
    folder: folderOf(input),
    arn,
    directory: codeFolder(input),
    handler: textProperty(properties, 'Handler'),
    timeoutSeconds: numberProperty(properties, 'Timeout') ?? DEFAULT_TIMEOUT_SECONDS,
    memoryMb: numberProperty(properties, 'MemorySize') ?? DEFAULT_MEMORY_MB,
    environment: Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
    roleArn,
    ...(reserved === undefined ? {} : { reservedConcurrency: reserved }),
    ...(typeof deadLetter === 'string' ? { deadLetterArn: deadLetter } : {}),
  });
  return { ref: name, attributes: { Arn: arn } };
};

/** `AWS::Lambda::EventInvokeConfig`. */
export const eventInvokeConfig: Provisioner = (input, cloud) => {
  const { properties } = input;
  const retries = numberProperty(properties, 'MaximumRetryAttempts');
  const failure = recordProperty(recordProperty(properties, 'DestinationConfig'), 'OnFailure')['Destination'];
  cloud.functions.configureAsync(textProperty(properties, 'FunctionName'), {
    ...(retries === undefined ? {} : { maximumRetryAttempts: retries }),
    ...(typeof failure === 'string' ? { onFailureArn: failure } : {}),
  });
  return { ref: physicalName(input) };
};

const startSqs = (cloud: LocalCloud, name: string, properties: MappingProperties): void => {
  const queue = cloud.queues.find(properties.EventSourceArn);
  if (!queue) throw new Error(`queue ${properties.EventSourceArn} does not exist`);
  const { clock, functions } = cloud;
  const timeout = functions.find(properties.FunctionName)?.timeoutSeconds;
  cloud.starters.push(async () =>
    createSqsMapping({
      clock,
      invoke: functions.invoke,
      queue,
      name,
      properties,
      retryVisibilitySeconds: RETRY_VISIBILITY_SECONDS,
      ...(timeout === undefined ? {} : { functionTimeoutSeconds: timeout }),
    }),
  );
};

const startStream = (cloud: LocalCloud, name: string, properties: MappingProperties): void => {
  const source = cloud.streams.get(properties.EventSourceArn);
  if (!source) throw new Error(`stream ${properties.EventSourceArn} does not exist`);
  const { clock, functions, queues, dataDir } = cloud;
  cloud.starters.push(async () => {
    const { streams } = await cloud.dynamo;
    const positionsFile = join(dataDir, 'streams', `${name}.json`);
    return createStreamMapping({
      clock,
      invoke: functions.invoke,
      source: streams,
      queues,
      name,
      properties,
      fresh: source.created,
      positionsFile,
    });
  });
};

/** `AWS::Lambda::EventSourceMapping` of a queue or a table's stream. It polls after all resources are created. */
export const eventSourceMapping: Provisioner = (input, cloud) => {
  const properties = input.properties as unknown as MappingProperties;
  const reader = cloud.functions.find(properties.FunctionName);
  if (!reader) throw new Error(`function ${properties.FunctionName} does not exist`);
  executionRole(cloud).requireForSource(
    reader.roleArn,
    properties.EventSourceArn,
    properties.DestinationConfig?.OnFailure?.Destination,
  );
  if (properties.EventSourceArn.startsWith('arn:aws:sqs:')) startSqs(cloud, input.logicalId, properties);
  else startStream(cloud, input.logicalId, properties);
  const id = stableId(input, 32);
  return { ref: id, attributes: { Id: id } };
};
