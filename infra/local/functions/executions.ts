/** One run of a function, as a person looks at it. */
export interface Execution {
  /** Rises by one with each run of the function. */
  readonly number: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Milliseconds that loading took, where this event started an environment. */
  readonly initMs?: number;
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
  /** The first lines that it printed, each cut to a length that a page can show. */
  readonly logs: readonly string[];
}

/** Remembers the latest runs of one function. */
export interface ExecutionLog {
  add(execution: Omit<Execution, 'number'>): void;
  /** Newest first. */
  list(): readonly Execution[];
}

/** Runs that are remembered, and how much of their lines: together a few megabytes at most. */
const KEPT = 50;
const KEPT_LINES = 100;
const LINE_LENGTH = 2000;

/** Makes an empty log. */
export const createExecutionLog = (): ExecutionLog => {
  let kept: Execution[] = [];
  let number = 0;
  return {
    add(execution) {
      number += 1;
      const logs = execution.logs.slice(0, KEPT_LINES).map((line) => line.slice(0, LINE_LENGTH));
      kept = [{ ...execution, number, logs }, ...kept].slice(0, KEPT);
    },
    list: () => kept,
  };
};
