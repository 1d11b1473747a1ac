/** One run of a function, for display. */
export interface Execution {
  /** Increases by one with each run of the function. */
  readonly number: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Milliseconds to load the function, when this event started an environment. */
  readonly initMs?: number;
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
  /** The first printed lines, each truncated for display. */
  readonly logs: readonly string[];
}

/** The latest runs of one function. */
export interface ExecutionLog {
  add(execution: Omit<Execution, 'number'>): void;
  /** Newest first. */
  list(): readonly Execution[];
}

/** Maximum runs, lines per run and characters per line: a few megabytes in total. */
const MAX_RUNS = 50;
const MAX_LINES = 100;
const LINE_LENGTH = 2000;

/** Creates an empty log. */
export const createExecutionLog = (): ExecutionLog => {
  let executions: Execution[] = [];
  let number = 0;
  return {
    add(execution) {
      number += 1;
      const logs = execution.logs.slice(0, MAX_LINES).map((line) => line.slice(0, LINE_LENGTH));
      executions = [{ ...execution, number, logs }, ...executions].slice(0, MAX_RUNS);
    },
    list: () => executions,
  };
};
