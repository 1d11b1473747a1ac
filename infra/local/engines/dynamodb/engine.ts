import type { LocalService } from '../../aws/service.ts';
import type { StreamSource } from '../../events/streams/stream-source.ts';
import { type JavaOptions, startJava } from './java-process.ts';
import type { Counters } from './operations.ts';
import { type AuthorizeDynamo, createDynamoProxy } from './proxy.ts';
import { createStreamSource } from './streams.ts';
import { provisionTable, type LocalTable, type TableProperties } from './tables.ts';
import { createWire } from './wire.ts';

/** How the database is started. */
export interface DynamoOptions extends JavaOptions {
  /** Authorizes each call through `service`. Default: every call is allowed. */
  readonly authorize?: AuthorizeDynamo;
}

/** DynamoDB of the local cloud: Amazon's DynamoDB Local behind our own proxy. */
export interface DynamoEngine {
  /** Serves DynamoDB and DynamoDB Streams; both sign as `dynamodb`. */
  readonly service: LocalService;
  readonly streams: StreamSource;
  /** Process ID of Java, for resource measurements. */
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

/**
 * Starts DynamoDB Local on loopback and waits until it answers (about 0.8 s).
 * Throws StartError with a one-line message when Java is missing or too old, or when a running process uses the folder.
 */
export const createDynamoEngine = async ({ authorize, ...options }: DynamoOptions): Promise<DynamoEngine> => {
  const java = await startJava(options, ping);
  const wire = createWire(java.endpoint);
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
