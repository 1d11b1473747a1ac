import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';

/** The two models: a fast one with few false alarms, and a large one that confirms it. */
export type ModelName = 'mid' | 'inception';

/** Width and height of each model's images, in pixels. */
export const IMAGE_SIDES: Readonly<Record<ModelName, number>> = { mid: 224, inception: 299 };

/** Probabilities of the classes of nsfwjs. Their sum is 1. */
export interface ClassScores {
  readonly drawing: number;
  /** A pornographic drawing. */
  readonly hentai: number;
  readonly neutral: number;
  readonly porn: number;
  /** Sexually suggestive, e.g. nude portraits and swimwear, but not pornographic. */
  readonly sexy: number;
}

/** What the child process receives. `pixels` are rows of RGB bytes. */
export interface ModelRequest {
  readonly id: number;
  readonly model: ModelName;
  readonly pixels: Uint8Array;
}

/** What the child process returns. */
export type ModelReply =
  { readonly id: number; readonly scores: ClassScores } | { readonly id: number; readonly error: string };

/** Thrown when the child process fails. The next call starts a new one. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelError';
  }
}

/** Options of the models. */
export interface ModelOptions {
  readonly clock: Clock;
  /** Milliseconds without a call after which the process ends. Default: one minute. */
  readonly idleMs?: number;
  /** Milliseconds that a call may take, loading the model included. Default: one minute. */
  readonly timeLimitMs?: number;
  /** The program of the child process. */
  readonly program?: string;
}

/** The models, in a child process that exists only while they are in use. */
export interface Models {
  /** Classifies an image of the model's size. @throws ModelError */
  classify(model: ModelName, pixels: Uint8Array): Promise<ClassScores>;
  /** The process, while it runs. */
  processId(): number | undefined;
  /** Ends the process. */
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** Characters of the process's error output that are kept. */
const MAX_STDERR = 4000;
const WORKER_FILE = join(import.meta.dirname, 'model-worker.ts');

interface Pending {
  resolve(scores: ClassScores): void;
  reject(error: ModelError): void;
  readonly stopTimer: () => void;
}

/** A running child process and the calls that wait for it. */
interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, Pending>;
  readonly exited: Promise<void>;
  cancelIdle: () => void;
}

/**
 * Runs the models in a process of their own: an image takes up to half a second, which would block the local cloud, and
 * the models use about 500 MB, which an idle laptop should get back. It has normal priority, unlike conversions: a
 * caller waits half a minute for its response, and on a busy computer a process below normal priority takes longer.
 */
export const createModels = (options: ModelOptions): Models => {
  const { clock, idleMs = MINUTE_MS, timeLimitMs = MINUTE_MS, program = WORKER_FILE } = options;
  let running: Running | undefined;
  let lastId = 0;

  const settle = (own: Running, id: number): Pending | undefined => {
    const call = own.pending.get(id);
    own.pending.delete(id);
    call?.stopTimer();
    if (call && own.pending.size === 0) own.cancelIdle = clock.after(idleMs, () => end(own, 'The models are idle'));
    return call;
  };

  const end = (own: Running, reason: string): void => {
    if (running === own) running = undefined;
    own.child.kill('SIGKILL');
    for (const id of [...own.pending.keys()]) settle(own, id)?.reject(new ModelError(reason));
    own.cancelIdle();
  };

  const start = (): Running => {
    // No environment: the process needs none, and this one's contains keys.
    const child = fork(program, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errorOutput = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = `${errorOutput}${text}`.slice(-MAX_STDERR);
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    const own: Running = { child, pending: new Map(), exited, cancelIdle: () => undefined };
    child.on('message', (reply: ModelReply) => {
      const call = settle(own, reply.id);
      if ('scores' in reply) call?.resolve(reply.scores);
      else call?.reject(new ModelError(reply.error));
    });
    child.on('error', (error) => end(own, `The models did not start: ${error.message}`));
    child.on('close', (code, signal) => {
      const reason = /^\w*Error.*$/m.exec(errorOutput)?.[0];
      end(own, `The models ended with ${signal ?? `code ${String(code)}`}${reason ? `: ${reason}` : ''}`);
    });
    return own;
  };

  return {
    classify(model, pixels) {
      const own = (running ??= start());
      own.cancelIdle();
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        const stopTimer = clock.after(timeLimitMs, () => end(own, 'The models exceeded their time limit'));
        own.pending.set(id, { resolve, reject, stopTimer });
        const request: ModelRequest = { id, model, pixels };
        // A process that has just ended cannot receive it; its exit rejects the call.
        own.child.send(request, () => undefined);
      });
    },
    processId: () => running?.child.pid,
    async stop() {
      const own = running;
      if (!own) return;
      end(own, 'The models were stopped');
      await own.exited;
    },
  };
};
