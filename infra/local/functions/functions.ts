import type { Clock } from '../clock.ts';
import { LOCAL_REGION, type Principal } from '../aws/service.ts';
import type { InvokeFunction, InvokeResult } from '../invoke.ts';
import type { AsyncSettings } from '../events/async-invoke.ts';
import type { FunctionDefinition, FunctionStats } from './definition.ts';
import { createExecutionLog, type Execution, type ExecutionLog } from './executions.ts';
import { createEnvironmentPool, type EnvironmentPool } from './pool.ts';

/** How functions are run. */
export interface FunctionsOptions {
  readonly clock: Clock;
  /** Gives a function the key that it signs its calls with. */
  readonly issueKey: (name: string, roleArn: string) => Principal;
  /** The internal AWS endpoint. */
  readonly endpoint: string;
  /** Hears each line that a function prints. */
  readonly onLog?: (folder: string, line: string) => void;
  /** Asked before each run; what it answers is the run's error. */
  readonly interfere?: (folder: string) => Promise<InvokeResult['error']>;
}

/** The functions of the template: every one with environments of its own, started on first use. */
export interface Functions {
  define(definition: FunctionDefinition): void;
  /** Sets what `AWS::Lambda::EventInvokeConfig` says about a function. */
  configureAsync(name: string, settings: AsyncSettings): void;
  /** Runs a function by ARN, physical name or folder. An unknown one answers `ResourceNotFoundException`. */
  readonly invoke: InvokeFunction;
  /** How asynchronous calls of a function are repeated and given up. */
  asyncSettings(name: string): AsyncSettings;
  find(name: string): FunctionDefinition | undefined;
  list(): readonly FunctionDefinition[];
  stats(name: string): FunctionStats | undefined;
  /** The latest runs, newest first. */
  executions(name: string): readonly Execution[];
  /** The next event runs the bundle as it is on disk now. */
  reload(name: string): void;
  stop(): Promise<void>;
}

interface Entry {
  readonly definition: FunctionDefinition;
  readonly pool: EnvironmentPool;
  readonly settings: AsyncSettings;
  readonly executions: ExecutionLog;
}

/** What Lambda itself puts into a function's environment, over the template's variables. */
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

/** Physical name in `arn:aws:lambda:…:function:<name>[:qualifier]`; anything else is taken as a name. */
export const functionNameOf = (nameOrArn: string): string =>
  nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? nameOrArn) : nameOrArn;

/** Makes the functions of a local cloud. */
export const createFunctions = ({ clock, issueKey, endpoint, onLog, interfere }: FunctionsOptions): Functions => {
  const entries = new Map<string, Entry>();
  const byFolder = new Map<string, string>();
  const lookUp = (nameOrArn: string): Entry | undefined => {
    const name = functionNameOf(nameOrArn);
    return entries.get(name) ?? entries.get(byFolder.get(name) ?? '');
  };
  return {
    define(definition) {
      const variables = runtimeVariables(definition, issueKey(definition.name, definition.roleArn), endpoint);
      const executions = createExecutionLog();
      const pool = createEnvironmentPool(
        definition,
        variables,
        clock,
        (line) => onLog?.(definition.folder, line),
        executions.add,
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
      if (!entry) throw new Error(`there is no function ${name}`);
      entries.set(entry.definition.name, { ...entry, settings: { ...entry.settings, ...settings } });
    },
    async invoke(name, payload) {
      const entry = lookUp(name);
      const error = entry && (await interfere?.(entry.definition.folder));
      if (error) return { error, logs: [] };
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
