import { AsyncLocalStorage } from 'node:async_hooks';

/** Ends functions in the middle of their work, as a time-out, a full memory or a lost machine does. */
export interface SuddenEnd {
  /**
   * Runs `work` and ends it before or after its `call`th call to AWS. `calls` are those that were sent; `ended` is
   * false when it was done before that.
   */
  during(
    when: 'before' | 'after',
    call: number,
    work: () => Promise<unknown>,
  ): Promise<{ readonly ended: boolean; readonly calls: readonly string[] }>;
}

/**
 * `aws` is where every call to AWS passes. From its end on a function sends nothing any more, whatever its code still
 * tries.
 */
export const createSuddenEnd = (aws: {
  around: (name: string, send: () => Promise<unknown>) => Promise<unknown>;
}): SuddenEnd => {
  const runs = new AsyncLocalStorage<{
    readonly when: 'before' | 'after';
    readonly call: number;
    readonly calls: string[];
    ended: boolean;
  }>();
  aws.around = async (name, send) => {
    const run = runs.getStore();
    if (!run) return send();
    const end = (): never => {
      run.ended = true;
      throw new Error('The function ended');
    };
    if (run.ended || (run.when === 'before' && run.calls.length === run.call - 1)) return end();
    const number = run.calls.push(name);
    // A refusal is an answer too.
    const answer = await Promise.allSettled([send()]);
    if (run.ended || (run.when === 'after' && number === run.call)) return end();
    if (answer[0].status === 'rejected') throw answer[0].reason;
    return answer[0].value;
  };
  return {
    async during(when, call, work) {
      const run = { when, call, calls: [] as string[], ended: false };
      await runs.run(run, () =>
        work().catch((error: unknown) => {
          if (!run.ended) throw error;
        }),
      );
      return run;
    },
  };
};
