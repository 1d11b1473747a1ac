import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database } from '../engines/dynamodb/entry.ts';
import type { Functions } from '../functions/functions.ts';
import type { Access } from '../iam/access.ts';
import type { FunctionMetrics } from '../functions/function-metrics.ts';
import { executionRole } from '../resources/execution-role.ts';
import { stableId } from '../resources/names.ts';
import type { Provisioner } from '../resources/types.ts';
import type { Mapping, MappingProperties } from './mapping-properties.ts';
import type { QueueEngine } from './queues/queue-engine.ts';
import { createSqsMapping } from './queues/sqs-mapping.ts';
import { createStreamMapping } from './streams/stream-mapping.ts';

/** Dependencies of the event source mappings. */
export interface MappingContext {
  readonly clock: Clock;
  /** Folder of all stored data. */
  readonly dataDir: string;
  readonly access: Access;
  readonly functions: Functions;
  readonly queues: QueueEngine;
  readonly database: Database;
  readonly metrics: Pick<FunctionMetrics, 'receivedBatch'>;
}

/** Starts a mapping. */
export type MappingStarter = () => Promise<Mapping>;

const sqsStarter = (
  { clock, functions, queues }: MappingContext,
  name: string,
  properties: MappingProperties,
): MappingStarter => {
  const queue = queues.find(properties.EventSourceArn);
  if (!queue) throw new Error(`queue ${properties.EventSourceArn} does not exist`);
  const timeout = functions.find(properties.FunctionName)?.timeoutSeconds;
  return async () =>
    createSqsMapping({
      clock,
      invoke: functions.invoke,
      queue,
      name,
      properties,
      ...(timeout === undefined ? {} : { functionTimeoutSeconds: timeout }),
    });
};

const streamStarter = (
  { clock, dataDir, functions, queues, database, metrics }: MappingContext,
  name: string,
  properties: MappingProperties,
): MappingStarter => {
  const table = database.tableOfStream(properties.EventSourceArn);
  if (!table) throw new Error(`stream ${properties.EventSourceArn} does not exist`);
  return async () => {
    const { streams } = await database.dynamo;
    return createStreamMapping({
      clock,
      invoke: functions.invoke,
      source: streams,
      queues,
      name,
      properties,
      fresh: table.created,
      onBatch: (ageMs) => metrics.receivedBatch(functions.find(properties.FunctionName)?.name ?? '', ageMs),
      positionsFile: join(dataDir, 'streams', `${name}.json`),
    });
  };
};

/**
 * `AWS::Lambda::EventSourceMapping` of a queue or a table's stream. `onMapping` receives its starter, because it polls
 * only after all resources are created.
 */
export const eventSourceMapping =
  (context: MappingContext, onMapping: (start: MappingStarter) => void): Provisioner =>
  (input) => {
    const properties = input.properties as unknown as MappingProperties;
    const reader = context.functions.find(properties.FunctionName);
    if (!reader) throw new Error(`function ${properties.FunctionName} does not exist`);
    executionRole(context).requireForSource(
      reader.roleArn,
      properties.EventSourceArn,
      properties.DestinationConfig?.OnFailure?.Destination,
    );
    const starter = properties.EventSourceArn.startsWith('arn:aws:sqs:') ? sqsStarter : streamStarter;
    onMapping(starter(context, input.logicalId, properties));
    const id = stableId(input, 32);
    return { ref: id, attributes: { Id: id } };
  };
