import type { Clock } from '../clock.ts';
import type { InvokeResult } from '../invoke.ts';
import type { FunctionDefinition, FunctionStats } from './definition.ts';
import { type Environment, startEnvironment } from './environment.ts';
import type { Execution } from './executions.ts';

/** Environments of one function at most: enough to show that they share nothing, few enough for a laptop. */
const MAX_ENVIRONMENTS = 3;
/** A waiting event starts one more environment after this long. Shorter waits cost less than a start. */
const SCALE_AFTER_MS = 100;
/** Idle environments give their memory back after five minutes, as Lambda's do after some minutes. */
const IDLE_MS = 300_000;

interface Waiting {
  readonly event: unknown;
  readonly resolve: (result: InvokeResult) => void;
}

interface Member {
  readonly environment: Environment;
  busy: boolean;
  /** Milliseconds that loading took, until its first event was served. */
  initMs?: number | undefined;
  cancelIdle: () => void;
}

/** The environments of one function and the events that wait for one. */
export interface EnvironmentPool {
  run(event: unknown): Promise<InvokeResult>;
  /** New events get new environments, with the bundle as it is on disk now. Running events end in the old ones. */
  reload(): void;
  stats(): FunctionStats;
  stop(): Promise<void>;
}

/** Makes the pool of a function. Nothing is started before the first event. */
export const createEnvironmentPool = (
  definition: FunctionDefinition,
  variables: Readonly<Record<string, string>>,
  clock: Clock,
  onLog: (line: string) => void,
  onExecution: (execution: Omit<Execution, 'number'>) => void = () => {},
): EnvironmentPool => {
  const limit = Math.max(1, Math.min(definition.reservedConcurrency ?? MAX_ENVIRONMENTS, MAX_ENVIRONMENTS));
  const queue: Waiting[] = [];
  let members: Member[] = [];
  let starting = 0;
  let scaleTimer: NodeJS.Timeout | undefined;
  let stopped = false;
  const stats = { invocations: 0, errors: 0, coldStarts: 0, lastInitMs: 0, lastDurationMs: 0 };

  const remove = (member: Member): void => {
    member.cancelIdle();
    members = members.filter((other) => other !== member);
  };
  const rest = (member: Member): void => {
    member.busy = false;
    member.cancelIdle = clock.after(IDLE_MS, () => {
      remove(member);
      void member.environment.stop();
    });
  };

  const launch = async (): Promise<void> => {
    const member: Member = {
      environment: startEnvironment(definition, variables, onLog),
      busy: true,
      cancelIdle: () => {},
    };
    members.push(member);
    const startedAt = clock.now();
    starting += 1;
    stats.coldStarts += 1;
    const outcome = await member.environment.ready;
    starting -= 1;
    if ('failure' in outcome) {
      remove(member);
      stats.errors += 1;
      onExecution({
        startedAt,
        durationMs: 0,
        initMs: clock.now() - startedAt,
        error: outcome.failure,
        logs: outcome.logs,
      });
      // The event that waits longest hears of it, as the event that caused the start would.
      queue.shift()?.resolve({ error: outcome.failure, logs: outcome.logs });
    } else {
      stats.lastInitMs = outcome.initMs;
      member.initMs = outcome.initMs;
      if (members.includes(member)) rest(member);
      else void member.environment.stop();
    }
    pump();
  };

  const serve = async (member: Member, { event, resolve }: Waiting): Promise<void> => {
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
    if (!member.environment.alive()) remove(member);
    else if (members.includes(member)) rest(member);
    else void member.environment.stop();
    resolve(result);
    pump();
  };

  const pump = (): void => {
    while (queue.length > 0) {
      const free = members.find((member) => !member.busy && member.environment.alive());
      const next = free ? queue.shift() : undefined;
      if (!free || !next) break;
      void serve(free, next);
    }
    if (queue.length === 0 || stopped || starting > 0) return;
    if (members.length === 0) void launch();
    else if (members.length < limit && !scaleTimer) {
      scaleTimer = setTimeout(() => {
        scaleTimer = undefined;
        if (queue.length > 0 && starting === 0 && members.length < limit && !stopped) void launch();
      }, SCALE_AFTER_MS);
      scaleTimer.unref();
    }
  };

  return {
    run: (event) =>
      new Promise((resolve) => {
        if (stopped) {
          resolve({ error: { errorType: 'ServiceException', errorMessage: 'The local cloud is stopping' }, logs: [] });
          return;
        }
        queue.push({ event, resolve });
        pump();
      }),
    reload() {
      const old = members;
      members = [];
      for (const member of old) {
        member.cancelIdle();
        if (!member.busy) void member.environment.stop();
      }
    },
    stats: () => ({ ...stats, environments: members.length }),
    async stop() {
      stopped = true;
      clearTimeout(scaleTimer);
      for (const { resolve } of queue.splice(0)) {
        resolve({ error: { errorType: 'ServiceException', errorMessage: 'The local cloud is stopping' }, logs: [] });
      }
      const all = members;
      members = [];
      await Promise.all(all.map(({ environment }) => environment.stop()));
    },
  };
};
