import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { InvokeResult } from '../invoke.ts';
import type { FunctionDefinition } from './definition.ts';

/** Maximum size of a synchronous response, in bytes. */
const MAX_RESPONSE_BYTES = 6_291_556;
/** Lambda's time limit for loading a function. */
const INIT_LIMIT_MS = 10_000;
const WORKER_FILE = join(import.meta.dirname, 'worker.mjs');

type Failure = NonNullable<InvokeResult['error']>;

type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'fatal'; readonly error: Failure }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload?: string; readonly error?: Failure };

/**
 * Variables for functions that load no source maps, which takes a third of their start. Their stack traces then name
 * positions in bundles.
 */
export const withoutSourceMaps = { NODE_OPTIONS: '' } as const;

/** The outcome of one run. */
export interface RunOutcome {
  readonly result: InvokeResult;
  readonly durationMs: number;
}

/** One Lambda environment: a worker thread that runs one event at a time. */
export interface Environment {
  /** Resolves with the time to load the function, or with the reason why it failed to load. */
  readonly ready: Promise<
    { readonly initMs: number } | { readonly failure: Failure; readonly logs: readonly string[] }
  >;
  /** False after a crash, a timeout or `stop`: the next event needs a new environment. */
  alive(): boolean;
  run(event: unknown): Promise<RunOutcome>;
  stop(): Promise<void>;
}

/** The run in progress. */
interface PendingRun {
  readonly requestId: string;
  settle(outcome: { readonly payload?: string; readonly error?: Failure }): void;
}

/** State of one environment. */
interface State {
  readonly definition: FunctionDefinition;
  readonly worker: Worker;
  readonly onLog: (line: string) => void;
  readonly startedAt: number;
  readonly exited: Promise<void>;
  alive: boolean;
  /** The error that the worker reported before it exited. */
  fatal: Failure | undefined;
  /** Lines of the current run, or of loading. */
  logs: string[];
  /** Output after the last line break. */
  partialLine: string;
  pending: PendingRun | undefined;
}

const startWorker = (definition: FunctionDefinition, variables: Readonly<Record<string, string>>): Worker =>
  new Worker(WORKER_FILE, {
    workerData: {
      directory: definition.directory,
      handler: definition.handler,
      functionName: definition.name,
      functionArn: definition.arn,
      memoryMb: definition.memoryMb,
      compileCache: process.env['NODE_COMPILE_CACHE'],
    },
    env: { ...variables },
    // A function does not inherit the parent's own flags.
    execArgv: variables['NODE_OPTIONS']?.includes('--enable-source-maps') ? ['--enable-source-maps'] : [],
    resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
  });

const addLog = (state: State, text: string): void => {
  const lines = (state.partialLine + text).split('\n');
  state.partialLine = lines.pop() ?? '';
  for (const line of lines) {
    state.logs.push(line);
    state.onLog(line);
  }
};

const flushLog = (state: State): void => {
  if (state.partialLine) addLog(state, '\n');
};

const awaitReady = (state: State): Environment['ready'] =>
  new Promise((resolve) => {
    const { worker } = state;
    const fail = (failure: Failure): void => {
      state.alive = false;
      flushLog(state);
      state.pending?.settle({ error: failure });
      resolve({ failure, logs: state.logs });
    };
    const initTimer = setTimeout(() => {
      fail({ errorType: 'Sandbox.Timedout', errorMessage: `Loading took longer than ${INIT_LIMIT_MS / 1000} seconds` });
      void worker.terminate();
    }, INIT_LIMIT_MS);
    initTimer.unref();
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'log') addLog(state, message.text);
      else if (message.kind === 'fatal') state.fatal = message.error;
      else if (message.kind === 'ready') {
        clearTimeout(initTimer);
        worker.unref();
        resolve({ initMs: performance.now() - state.startedAt });
      } else if (state.pending?.requestId === message.requestId) {
        flushLog(state);
        state.pending.settle(message);
      }
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(initTimer);
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(
        outOfMemory
          ? { errorType: 'Runtime.OutOfMemory', errorMessage: 'Runtime exited with error: signal: killed' }
          : { errorType: error.name, errorMessage: error.message },
      );
    });
    worker.on('exit', (code) => {
      clearTimeout(initTimer);
      if (!state.alive) return;
      const errorMessage = `Runtime exited with error: exit status ${code}`;
      fail(state.fatal ?? { errorType: 'Runtime.ExitError', errorMessage });
    });
  });

const stopEnvironment = async (state: State): Promise<void> => {
  state.alive = false;
  state.pending?.settle({ error: { errorType: 'ServiceException', errorMessage: 'The environment was stopped' } });
  await state.worker.terminate();
  await state.exited;
};

const runEvent = (state: State, event: unknown): Promise<RunOutcome> =>
  new Promise((resolve) => {
    const { worker, definition } = state;
    const requestId = randomUUID();
    const startedAt = performance.now();
    const limitMs = definition.timeoutSeconds * 1000;
    const logs: string[] = [];
    state.logs = logs;
    worker.ref();
    const timer = setTimeout(() => {
      const limit = `${definition.timeoutSeconds.toFixed(2)} seconds`;
      const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${limit}`;
      state.pending?.settle({ error: { errorType: 'Sandbox.Timedout', errorMessage } });
      void stopEnvironment(state);
    }, limitMs);
    state.pending = {
      requestId,
      settle({ payload, error }) {
        clearTimeout(timer);
        state.pending = undefined;
        worker.unref();
        const durationMs = performance.now() - startedAt;
        resolve({ result: { ...readResult(payload, error), logs }, durationMs });
      },
    };
    worker.postMessage({ requestId, payload: JSON.stringify(event ?? null), deadline: Date.now() + limitMs });
  });

/**
 * Starts an environment. `variables` is all that the function sees in `process.env`. `onLog` is called with each line.
 */
export const startEnvironment = (
  definition: FunctionDefinition,
  variables: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
): Environment => {
  const startedAt = performance.now();
  const worker = startWorker(definition, variables);
  const state: State = {
    definition,
    worker,
    onLog,
    startedAt,
    exited: new Promise<void>((resolve) => worker.once('exit', () => resolve())),
    alive: true,
    fatal: undefined,
    logs: [],
    partialLine: '',
    pending: undefined,
  };
  return {
    ready: awaitReady(state),
    alive: () => state.alive,
    stop: () => stopEnvironment(state),
    run: (event) => runEvent(state, event),
  };
};

const readResult = (
  payload: string | undefined,
  error: Failure | undefined,
): Pick<InvokeResult, 'payload' | 'error'> => {
  if (error) return { error: { errorType: error.errorType, errorMessage: error.errorMessage } };
  const text = payload ?? 'null';
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_RESPONSE_BYTES) {
    const errorMessage =
      `Response payload size (${bytes} bytes) exceeded maximum allowed payload size ` +
      `(${MAX_RESPONSE_BYTES} bytes).`;
    return { error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
  }
  return { payload: JSON.parse(text) as unknown };
};
