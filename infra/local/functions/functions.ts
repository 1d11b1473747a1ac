import type { Clock } from '../clock.ts';
import { LOCAL_REGION, type Principal } from '../aws/service.ts';
import type { InvokeFunction, InvokeResult } from '../invoke.ts';
import type { AsyncSettings } from '../events/async-invoke.ts';
import type { FunctionDefinition, FunctionStats } from './definition.ts';
import type { FunctionMetrics } from './function-metrics.ts';
import { createExecutionLog, type Execution, type ExecutionLog } from './executions.ts';
import { createEnvironmentPool, type EnvironmentPool } from './pool.ts';

export interface FunctionsOptions {
  readonly clock: Clock;
  /** Issues the key that a function signs its calls with. */
  readonly issueKey: (name: string, roleArn: string) => Principal;
  /** The internal AWS endpoint. */
  readonly endpoint: string;
  /** Values for environment variables, for all functions whose definition has them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Called with each line that a function prints. */
  readonly onLog?: (folder: string, line: string) => void;
  /** Called before each run; a returned error becomes the run's result. */
  readonly interfere?: (folder: string) => Promise<InvokeResult['error']>;
  readonly metrics?: Pick<FunctionMetrics, 'ran' | 'throttled'>;
}

/** The functions of the template. Each has its own environments, started on first use. */
export interface Functions {
  define(definition: FunctionDefinition): void;
  /** Applies a function's `AWS::Lambda::EventInvokeConfig`. */
  configureAsync(name: string, settings: AsyncSettings): void;
  /** Runs a function by ARN, physical name or folder. An unknown one returns the error `ResourceNotFoundException`. */
  readonly invoke: InvokeFunction;
  /** Retry and failure settings of a function's asynchronous calls. */
  asyncSettings(name: string): AsyncSettings;
  find(name: string): FunctionDefinition | undefined;
  list(): readonly FunctionDefinition[];
  stats(name: string): FunctionStats | undefined;
  /** The latest runs, newest first. */
  executions(name: string): readonly Execution[];
  /** Makes the next event load the bundle from disk again. */
  reload(name: string): void;
  stop(): Promise<void>;
}

interface Entry {
  readonly definition: FunctionDefinition;
  readonly pool: EnvironmentPool;
  readonly settings: AsyncSettings;
  readonly executions: ExecutionLog;
}

/** The template's variables, with those that Lambda itself sets. */
const runtimeVariables = (
  definition: FunctionDefinition,
  key: Principal,
  endpoint: string,
): Record<string, string> => ({
  ...definition.environment,
  AWS_REGION: LOCAL_REGION,
  AWS_DEFAULT_REGION: LOCAL_REGION,
  AWS_ACCESS_KEY_ID: key.accessKeyId,
  AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
  AWS_LAMBDA_FUNCTION_NAME: definition.name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ENDPOINT_URL: endpoint,
  LAMBDA_TASK_ROOT: definition.directory,
  _HANDLER: definition.handler,
  TZ: ':UTC',
});

/** Physical name in `arn:aws:lambda:…:function:<name>[:qualifier]`; any other text is a name already. */
export const functionNameOf = (nameOrArn: string): string =>
  nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? nameOrArn) : nameOrArn;

/** Creates the functions of a local cloud. */
export const createFunctions = ({
  clock,
  issueKey,
  endpoint,
  variables: given = {},
  onLog,
  interfere,
  metrics,
}: FunctionsOptions): Functions => {
  const entries = new Map<string, Entry>();
  const byFolder = new Map<string, string>();
  const lookUp = (nameOrArn: string): Entry | undefined => {
    const name = functionNameOf(nameOrArn);
    return entries.get(name) ?? entries.get(byFolder.get(name) ?? '');
  };
  return {
    define(defined) {
      const own = Object.entries(given).filter(([name]) => Object.hasOwn(defined.environment, name));
      const definition = { ...defined, environment: { ...defined.environment, ...Object.fromEntries(own) } };
      const variables = runtimeVariables(definition, issueKey(definition.name, definition.roleArn), endpoint);
      const executions = createExecutionLog();
      const pool = createEnvironmentPool(
        definition,
        variables,
        clock,
        (line) => onLog?.(definition.folder, line),
        (execution) => {
          executions.add(execution);
          metrics?.ran(definition.name, { durationMs: execution.durationMs, failed: execution.error !== undefined });
        },
      );
      entries.set(definition.name, {
        definition,
        pool,
        executions,
        settings: definition.deadLetterArn ? { deadLetterArn: definition.deadLetterArn } : {},
      });
      byFolder.set(definition.folder, definition.name);
    },
    configureAsync(name, settings) {
      const entry = lookUp(name);
      if (!entry) throw new Error(`function ${name} does not exist`);
      entries.set(entry.definition.name, { ...entry, settings: { ...entry.settings, ...settings } });
    },
    async invoke(name, payload) {
      const entry = lookUp(name);
      const error = entry && (await interfere?.(entry.definition.folder));
      if (entry && error) {
        if (error.errorType === 'TooManyRequestsException') metrics?.throttled(entry.definition.name);
        else metrics?.ran(entry.definition.name, { failed: true });
        return { error, logs: [] };
      }
      if (entry) return entry.pool.run(payload);
      return {
        error: { errorType: 'ResourceNotFoundException', errorMessage: `Function not found: ${name}` },
        logs: [],
      };
    },
    asyncSettings: (name) => lookUp(name)?.settings ?? {},
    find: (name) => lookUp(name)?.definition,
    list: () => [...entries.values()].map(({ definition }) => definition),
    stats: (name) => lookUp(name)?.pool.stats(),
    executions: (name) => lookUp(name)?.executions.list() ?? [],
    reload: (name) => lookUp(name)?.pool.reload(),
    async stop() {
      await Promise.all([...entries.values()].map(({ pool }) => pool.stop()));
    },
  };
};
