import { AsyncLocalStorage } from 'node:async_hooks';
import { sampleOf } from '../rounds.ts';

/** Simulates crashes of functions, as caused by a timeout, lack of memory or a lost machine. */
export interface CrashInjector {
  /**
   * Runs `work` and crashes it before or after its `call`th call to AWS. `calls` are the calls that were sent;
   * `crashed` is false when it finished before that.
   */
  run(
    when: 'before' | 'after',
    call: number,
    work: () => Promise<unknown>,
  ): Promise<{ readonly crashed: boolean; readonly calls: readonly string[] }>;
}

/**
 * Wraps the function that every call to AWS passes through. After a crash a function sends nothing, whatever its code
 * still tries.
 */
export const createCrashInjector = (aws: {
  around: (name: string, send: () => Promise<unknown>) => Promise<unknown>;
}): CrashInjector => {
  const runs = new AsyncLocalStorage<{
    readonly when: 'before' | 'after';
    readonly call: number;
    readonly calls: string[];
    crashed: boolean;
  }>();
  aws.around = async (name, send) => {
    const run = runs.getStore();
    if (!run) return send();
    const crash = (): never => {
      run.crashed = true;
      throw new Error('The function crashed');
    };
    if (run.crashed || (run.when === 'before' && run.calls.length === run.call - 1)) return crash();
    const number = run.calls.push(name);
    // An error counts as a call too.
    const response = await Promise.allSettled([send()]);
    if (run.crashed || (run.when === 'after' && number === run.call)) return crash();
    if (response[0].status === 'rejected') throw response[0].reason;
    return response[0].value;
  };
  return {
    async run(when, call, work) {
      const run = { when, call, calls: [] as string[], crashed: false };
      await runs.run(run, () =>
        work().catch((error: unknown) => {
          if (!run.crashed) throw error;
        }),
      );
      return run;
    },
  };
};

/** A crash before or after a call, counted from 1. */
export interface CrashMoment {
  readonly when: 'before' | 'after';
  readonly call: number;
}

/**
 * Moments to crash a function that makes `calls` calls: before and after each. The two differ even between calls that
 * run in parallel, because all are sent before the first one ends.
 */
const crashMoments = (calls: readonly string[]): readonly CrashMoment[] =>
  (['before', 'after'] as const).flatMap((when) => calls.map((_, index) => ({ when, call: index + 1 })));

/** Calls that change nothing, by their name: a crash around one leaves the state of the call before it. */
const READING = /^(?:BatchGet|Describe|Get|Head|List|Query)/;

/**
 * The moments that are tried: all of them in `npm run soak`, otherwise one of each class: after each kind of call that
 * changes something, after a call that reads, and before a call, which differs only where calls run in parallel.
 */
export const selectedMoments = (name: string, calls: readonly string[]): readonly CrashMoment[] =>
  sampleOf(`moments to crash ${name}`, crashMoments(calls), {
    share: Infinity,
    kindOf: ({ when, call }) => {
      const sent = calls[call - 1] ?? '';
      if (when === 'before') return when;
      return READING.test(sent) ? 'after reading' : sent;
    },
  });
