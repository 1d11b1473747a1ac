import type { LocalService } from '../../aws/service.ts';
import type { StreamSource } from '../../events/streams/stream-source.ts';
import { type JavaOptions, type JavaProcess, startJava } from './java-process.ts';
import type { Counters } from './operations.ts';
import { type AuthorizeDynamo, createDynamoProxy } from './proxy.ts';
import { createStreamSource } from './streams.ts';
import { provisionTable, type LocalTable, type TableProperties } from './tables.ts';
import { createWire } from './wire.ts';

/** A DynamoDB Local that runs already and keeps the tables of each access key apart. */
export interface RunningDatabase {
  readonly endpoint: string;
  /** Letters and digits. Clouds with the same key use the same tables. */
  readonly accessKey: string;
}

/** How the database is started, or which running one is used. */
export type DynamoOptions = (JavaOptions | { readonly running: RunningDatabase }) & {
  /** Authorizes each call through `service`. Default: every call is allowed. */
  readonly authorize?: AuthorizeDynamo;
};

/** DynamoDB of the local cloud: Amazon's DynamoDB Local behind our own proxy. */
export interface DynamoEngine {
  /** Serves DynamoDB and DynamoDB Streams; both sign as `dynamodb`. */
  readonly service: LocalService;
  readonly streams: StreamSource;
  /** Process ID of Java, for resource measurements. 0 for a database that ran already. */
  readonly pid: number;
  /** Address of DynamoDB Local itself. Calls to it are neither authorized nor counted. Contains a secret. */
  readonly endpoint: string;
  /** Creates or updates a table of the template. Throws StartError when the stored data does not fit it. */
  createTable(properties: TableProperties, name: string): Promise<LocalTable>;
  /** Calls through `service` since the last reset. The local cloud's own calls are not counted. */
  counters(): Counters;
  resetCounters(): void;
  stop(): Promise<void>;
}

const ping = async (endpoint: string): Promise<boolean> => {
  const wire = createWire(endpoint);
  try {
    await wire.call('DynamoDB_20120810.ListTables', {});
    return true;
  } catch {
    return false;
  } finally {
    wire.close();
  }
};

/** A running database as a process that another owner ends. */
const borrow = ({ endpoint }: RunningDatabase): JavaProcess => ({
  endpoint,
  pid: 0,
  ended: new Promise(() => undefined),
  stop: async () => undefined,
});

/**
 * Starts DynamoDB Local on loopback and waits until it answers (about 0.8 s), or uses one that runs already.
 * Throws StartError with a one-line message when Java is missing or too old, or when a running process uses the folder.
 */
export const createDynamoEngine = async ({ authorize, ...options }: DynamoOptions): Promise<DynamoEngine> => {
  const isRunning = 'running' in options;
  const java = isRunning ? borrow(options.running) : await startJava(options, ping);
  const wire = createWire(java.endpoint, isRunning ? options.running.accessKey : undefined);
  const partitionKeys = new Map<string, string>();
  const proxy = createDynamoProxy(
    wire,
    (table, index) => partitionKeys.get(index === undefined ? table : `${table}/${index}`),
    authorize,
  );

  let stopping = false;
  void java.ended.then(() => {
    if (!stopping) console.error('The local database ended unexpectedly. Start Soundstage again.');
  });
  return {
    service: proxy.service,
    streams: createStreamSource(wire, proxy.onWrite),
    pid: java.pid,
    endpoint: java.endpoint,
    createTable(properties, name) {
      for (const { IndexName, KeySchema } of [
        { IndexName: undefined, ...properties },
        ...(properties.GlobalSecondaryIndexes ?? []),
        ...(properties.LocalSecondaryIndexes ?? []),
      ]) {
        const hash = KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName;
        if (hash !== undefined) partitionKeys.set(IndexName === undefined ? name : `${name}/${IndexName}`, hash);
      }
      return provisionTable(wire, properties, name);
    },
    counters: proxy.tally.read,
    resetCounters: proxy.tally.reset,
    async stop() {
      stopping = true;
      wire.close();
      await java.stop();
    },
  };
};
