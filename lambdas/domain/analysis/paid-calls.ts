import type { AnalysisBudget } from './budget.ts';
import type { AnalysisStep } from './results.ts';

/** One call of a paid service. Its output is stored under its id, so that it is never paid for again. */
export interface PaidCall {
  /** Unique within the step's input; letters, digits and hyphens. Calls run in the order of their list. */
  readonly id: string;
  /** List price in US dollars; the most that it can cost when that depends on the output. */
  readonly usd: number;
  /** What it cost, by its output. @default `usd` */
  readonly paid?: (output: unknown) => number;
  /** Outputs that are stored under another id, which names the run: another run makes these calls again. */
  readonly again?: { readonly id: string; readonly isNeeded: (output: unknown) => boolean };
  readonly run: () => Promise<object>;
}

/** Where the unchanged outputs of paid calls are stored, by a folder for each input. */
export interface CallOutputs {
  /** Ids of the calls whose outputs are stored. */
  list(folder: string): Promise<ReadonlySet<string>>;
  read(folder: string, id: string): Promise<unknown>;
  write(folder: string, id: string, output: object): Promise<void>;
}

export interface PaidCallDeps {
  readonly outputs: CallOutputs;
  readonly budget: AnalysisBudget;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What is called for, and where. */
export interface PaidWork {
  readonly contentId: string;
  readonly step: AnalysisStep;
  /** Of the outputs. Two inputs never share one. */
  readonly folder: string;
  readonly calls: readonly PaidCall[];
  /** No batch starts after this time (milliseconds since the epoch), because the function ends soon. */
  readonly until: number;
  /** Whether more calls of the same step follow, which settle what an interrupted worker left. @default false */
  readonly continues?: boolean;
}

/**
 * `done`: all outputs exist. `waiting`: time is up; call again. `over`: a budget does not allow the next batch.
 */
export type PaidOutcome =
  | { readonly state: 'done'; readonly outputs: ReadonlyMap<string, unknown> }
  | { readonly state: 'waiting' }
  | { readonly state: 'over'; readonly reason: string };

/** What a call cost, in US dollars. */
export const paidUsd = ({ usd, paid }: PaidCall, output: unknown): number => Math.min(usd, paid?.(output) ?? usd);

/** The id under which an output of this run or an earlier one is stored; undefined when there is none. */
const storedId = ({ id, again }: PaidCall, stored: ReadonlySet<string>): string | undefined =>
  [id, again?.id].find((one) => one !== undefined && stored.has(one));

/** Calls of a batch, which share one reservation. */
const BATCH = 20;

const sum = (calls: readonly PaidCall[]): number => calls.reduce((total, { usd }) => total + usd, 0);

/**
 * Settles the reservation that an interrupted worker left: its calls whose outputs were stored are paid, and the one
 * that was in flight may be.
 */
const settleInterrupted = async (
  { budget }: PaidCallDeps,
  { contentId, step, calls }: PaidWork,
  stored: ReadonlySet<string>,
): Promise<void> => {
  const left = await budget.find(contentId, step);
  if (!left) return;
  const done = calls.filter((call) => storedId(call, stored) !== undefined);
  const inFlight = calls.find((call) => storedId(call, stored) === undefined);
  const paid = [...done.slice(left.done), ...(inFlight ? [inFlight] : [])];
  await budget.settle(contentId, step, left.micros / 1e6, Math.min(left.micros / 1e6, sum(paid)));
};

const runBatch = async (
  deps: PaidCallDeps,
  work: PaidWork,
  batch: readonly PaidCall[],
): Promise<Map<string, object>> => {
  const { contentId, step, folder } = work;
  const outputs = new Map<string, object>();
  let spent = 0;
  try {
    for (const call of batch) {
      const output = await call.run();
      spent += paidUsd(call, output);
      await deps.outputs.write(folder, call.again?.isNeeded(output) ? call.again.id : call.id, output);
      outputs.set(call.id, output);
    }
  } finally {
    // A call that failed, for example because of throttling, costs nothing.
    await deps.budget.settle(contentId, step, sum(batch), spent);
  }
  return outputs;
};

/**
 * Makes the paid calls whose outputs are not stored yet, in batches with a reservation each. Each output is stored
 * before the next call, so a crash repeats at most the call in flight, and the same input costs nothing again. An
 * error of a call is thrown, so that the queue retries.
 */
export const runPaidCalls = async (deps: PaidCallDeps, work: PaidWork): Promise<PaidOutcome> => {
  const { contentId, step, folder, calls, until } = work;
  const stored = await deps.outputs.list(folder);
  const missing = calls.filter((call) => storedId(call, stored) === undefined);
  if (missing.length > 0 || !work.continues) await settleInterrupted(deps, work, stored);
  const made = new Map<string, unknown>();
  for (let at = 0; at < missing.length; at += BATCH) {
    if (deps.now() >= until) return { state: 'waiting' };
    const batch = missing.slice(at, at + BATCH);
    const done = calls.length - missing.length + at;
    const needed = sum(missing.slice(at));
    const reserved = await deps.budget.reserve(contentId, step, sum(batch), { done, needed });
    if (reserved !== 'reserved') return { state: 'over', reason: reserved.reason };
    for (const [id, output] of await runBatch(deps, work, batch)) made.set(id, output);
  }
  for (const call of calls)
    if (!made.has(call.id)) made.set(call.id, await deps.outputs.read(folder, storedId(call, stored) ?? call.id));
  return { state: 'done', outputs: made };
};
