import type { Clock } from '../clock.ts';
import type { InvokeResult } from '../invoke.ts';
import type { FunctionDefinition, FunctionStats } from './definition.ts';
import { type Environment, startEnvironment } from './environment.ts';
import type { Execution } from './executions.ts';

/** Maximum environments per function: enough to show that they share nothing, few enough for a laptop. */
const MAX_ENVIRONMENTS = 3;
/** A waiting event starts one more environment after this delay. A shorter wait costs less than a start. */
const SCALE_AFTER_MS = 100;
/** Idle environments stop after this time, to release their memory. Lambda does the same after some minutes. */
const IDLE_MS = 300_000;

const STOPPING: InvokeResult = {
  error: { errorType: 'ServiceException', errorMessage: 'The local cloud is stopping' },
  logs: [],
};

interface Waiting {
  readonly event: unknown;
  readonly resolve: (result: InvokeResult) => void;
}

interface Member {
  readonly environment: Environment;
  busy: boolean;
  /** Milliseconds to load the function; cleared by its first event. */
  initMs?: number | undefined;
  cancelIdle: () => void;
}

/** The environments of one function and the events that wait for one. */
export interface EnvironmentPool {
  run(event: unknown): Promise<InvokeResult>;
  /** Starts new environments for new events, with the bundle on disk. Running events end in the old ones. */
  reload(): void;
  stats(): FunctionStats;
  stop(): Promise<void>;
}

/** State of one pool. */
interface Pool {
  readonly clock: Clock;
  readonly start: () => Environment;
  readonly onExecution: (execution: Omit<Execution, 'number'>) => void;
  /** Maximum number of environments. */
  readonly limit: number;
  readonly queue: Waiting[];
  readonly stats: Omit<Mutable<FunctionStats>, 'environments'>;
  members: Member[];
  /** Environments that are still loading. */
  starting: number;
  scaleTimer: NodeJS.Timeout | undefined;
  stopped: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const remove = (pool: Pool, member: Member): void => {
  member.cancelIdle();
  pool.members = pool.members.filter((other) => other !== member);
};

const makeIdle = (pool: Pool, member: Member): void => {
  member.busy = false;
  member.cancelIdle = pool.clock.after(IDLE_MS, () => {
    remove(pool, member);
    void member.environment.stop();
  });
};

/** Makes an environment available, or stops it after a reload. */
const release = (pool: Pool, member: Member): void => {
  if (pool.members.includes(member)) makeIdle(pool, member);
  else void member.environment.stop();
};

const launch = async (pool: Pool): Promise<void> => {
  const { clock, queue, stats, onExecution } = pool;
  const member: Member = { environment: pool.start(), busy: true, cancelIdle: () => {} };
  pool.members.push(member);
  const startedAt = clock.now();
  pool.starting += 1;
  stats.coldStarts += 1;
  const outcome = await member.environment.ready;
  pool.starting -= 1;
  if ('failure' in outcome) {
    remove(pool, member);
    stats.errors += 1;
    onExecution({
      startedAt,
      durationMs: 0,
      initMs: clock.now() - startedAt,
      error: outcome.failure,
      logs: outcome.logs,
    });
    // The event that waited longest caused the start, so it receives the failure.
    queue.shift()?.resolve({ error: outcome.failure, logs: outcome.logs });
  } else {
    stats.lastInitMs = outcome.initMs;
    member.initMs = outcome.initMs;
    release(pool, member);
  }
  pump(pool);
};

const serve = async (pool: Pool, member: Member, { event, resolve }: Waiting): Promise<void> => {
  const { clock, stats, onExecution } = pool;
  member.cancelIdle();
  member.busy = true;
  const startedAt = clock.now();
  const { initMs } = member;
  member.initMs = undefined;
  const { result, durationMs } = await member.environment.run(event);
  onExecution({
    startedAt,
    durationMs,
    logs: result.logs,
    ...(initMs === undefined ? {} : { initMs }),
    ...(result.error ? { error: result.error } : {}),
  });
  stats.lastDurationMs = durationMs;
  stats.invocations += 1;
  if (result.error) stats.errors += 1;
  if (!member.environment.alive()) remove(pool, member);
  else release(pool, member);
  resolve(result);
  pump(pool);
};

/** Gives waiting events to idle environments, and starts another environment when events must wait. */
const pump = (pool: Pool): void => {
  const { queue, limit } = pool;
  while (queue.length > 0) {
    const free = pool.members.find((member) => !member.busy && member.environment.alive());
    const next = free ? queue.shift() : undefined;
    if (!free || !next) break;
    void serve(pool, free, next);
  }
  if (queue.length === 0 || pool.stopped || pool.starting > 0) return;
  if (pool.members.length === 0) void launch(pool);
  else if (pool.members.length < limit && !pool.scaleTimer) {
    pool.scaleTimer = setTimeout(() => {
      pool.scaleTimer = undefined;
      if (queue.length > 0 && pool.starting === 0 && pool.members.length < limit && !pool.stopped) void launch(pool);
    }, SCALE_AFTER_MS);
    pool.scaleTimer.unref();
  }
};

const reload = (pool: Pool): void => {
  const old = pool.members;
  pool.members = [];
  for (const member of old) {
    member.cancelIdle();
    if (!member.busy) void member.environment.stop();
  }
};

const stop = async (pool: Pool): Promise<void> => {
  pool.stopped = true;
  clearTimeout(pool.scaleTimer);
  for (const { resolve } of pool.queue.splice(0)) resolve(STOPPING);
  const all = pool.members;
  pool.members = [];
  await Promise.all(all.map(({ environment }) => environment.stop()));
};

/** Creates the pool of a function. Starts no environment before the first event. */
export const createEnvironmentPool = (
  definition: FunctionDefinition,
  variables: Readonly<Record<string, string>>,
  clock: Clock,
  onLog: (line: string) => void,
  onExecution: (execution: Omit<Execution, 'number'>) => void = () => {},
): EnvironmentPool => {
  const pool: Pool = {
    clock,
    onExecution,
    start: () => startEnvironment(definition, variables, onLog),
    limit: Math.max(1, Math.min(definition.reservedConcurrency ?? MAX_ENVIRONMENTS, MAX_ENVIRONMENTS)),
    queue: [],
    stats: { invocations: 0, errors: 0, coldStarts: 0, lastInitMs: 0, lastDurationMs: 0 },
    members: [],
    starting: 0,
    scaleTimer: undefined,
    stopped: false,
  };
  return {
    run: (event) =>
      new Promise((resolve) => {
        if (pool.stopped) {
          resolve(STOPPING);
          return;
        }
        pool.queue.push({ event, resolve });
        pump(pool);
      }),
    reload: () => reload(pool),
    stats: () => ({ ...pool.stats, environments: pool.members.length }),
    stop: () => stop(pool),
  };
};
