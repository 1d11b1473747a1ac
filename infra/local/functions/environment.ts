import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { InvokeResult } from '../invoke.ts';
import type { FunctionDefinition } from './definition.ts';

/** Bytes that Lambda lets a synchronous call answer. */
const MAX_RESPONSE_BYTES = 6_291_556;
/** Lambda's own limit on loading a function. */
const INIT_LIMIT_MS = 10_000;
const WORKER_FILE = join(import.meta.dirname, 'worker.mjs');

type FailureOf = NonNullable<InvokeResult['error']>;

type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'fatal'; readonly error: FailureOf }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload?: string; readonly error?: FailureOf };

/** One run's outcome, with what its environment came to. */
export interface RunOutcome {
  readonly result: InvokeResult;
  readonly durationMs: number;
}

/** One Lambda environment: a worker thread that runs one event at a time. */
export interface Environment {
  /** Resolves with the milliseconds that loading took, or with the reason why it failed. */
  readonly ready: Promise<
    { readonly initMs: number } | { readonly failure: FailureOf; readonly logs: readonly string[] }
  >;
  /** False after a crash, a time-out or `stop`: the next event needs a new environment. */
  alive(): boolean;
  run(event: unknown): Promise<RunOutcome>;
  stop(): Promise<void>;
}

/**
 * Starts an environment. `variables` is everything that the function sees in `process.env`; `onLog` hears each line.
 */
export const startEnvironment = (
  definition: FunctionDefinition,
  variables: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
): Environment => {
  const startedAt = performance.now();
  const worker = new Worker(WORKER_FILE, {
    workerData: {
      directory: definition.directory,
      handler: definition.handler,
      functionName: definition.name,
      functionArn: definition.arn,
      memoryMb: definition.memoryMb,
    },
    env: { ...variables },
    // The parent's own flags are no business of a function.
    execArgv: variables['NODE_OPTIONS']?.includes('--enable-source-maps') ? ['--enable-source-maps'] : [],
    resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
  });

  let alive = true;
  let fatal: FailureOf | undefined;
  let logs: string[] = [];
  let rest = '';
  let pending: { requestId: string; settle: (outcome: { payload?: string; error?: FailureOf }) => void } | undefined;
  const stopped = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  const addLog = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      logs.push(line);
      onLog(line);
    }
  };
  const flush = (): void => {
    if (rest) addLog('\n');
  };

  const ready = new Promise<Awaited<Environment['ready']>>((resolve) => {
    const fail = (failure: FailureOf): void => {
      alive = false;
      flush();
      pending?.settle({ error: failure });
      resolve({ failure, logs });
    };
    const initTimer = setTimeout(() => {
      fail({ errorType: 'Sandbox.Timedout', errorMessage: `Loading took longer than ${INIT_LIMIT_MS / 1000} seconds` });
      void worker.terminate();
    }, INIT_LIMIT_MS);
    initTimer.unref();
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'log') addLog(message.text);
      else if (message.kind === 'fatal') fatal = message.error;
      else if (message.kind === 'ready') {
        clearTimeout(initTimer);
        worker.unref();
        resolve({ initMs: performance.now() - startedAt });
      } else if (pending?.requestId === message.requestId) {
        flush();
        pending.settle(message);
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
      if (alive)
        fail(
          fatal ?? { errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with error: exit status ${code}` },
        );
    });
  });

  const stop = async (): Promise<void> => {
    alive = false;
    pending?.settle({ error: { errorType: 'ServiceException', errorMessage: 'The environment was stopped' } });
    await worker.terminate();
    await stopped;
  };

  return {
    ready,
    alive: () => alive,
    stop,
    run: (event) =>
      new Promise((resolve) => {
        const requestId = randomUUID();
        const from = performance.now();
        const limitMs = definition.timeoutSeconds * 1000;
        logs = [];
        const runLogs = logs;
        worker.ref();
        const timer = setTimeout(() => {
          const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${definition.timeoutSeconds.toFixed(2)} seconds`;
          pending?.settle({ error: { errorType: 'Sandbox.Timedout', errorMessage } });
          void stop();
        }, limitMs);
        pending = {
          requestId,
          settle({ payload, error }) {
            clearTimeout(timer);
            pending = undefined;
            worker.unref();
            const durationMs = performance.now() - from;
            resolve({ result: { ...answer(payload, error), logs: runLogs }, durationMs });
          },
        };
        worker.postMessage({ requestId, payload: JSON.stringify(event ?? null), deadline: Date.now() + limitMs });
      }),
  };
};

const answer = (payload: string | undefined, error: FailureOf | undefined): Pick<InvokeResult, 'payload' | 'error'> => {
  if (error) return { error: { errorType: error.errorType, errorMessage: error.errorMessage } };
  const text = payload ?? 'null';
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_RESPONSE_BYTES) {
    const errorMessage = `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${MAX_RESPONSE_BYTES} bytes).`;
    return { error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
  }
  return { payload: JSON.parse(text) as unknown };
};
