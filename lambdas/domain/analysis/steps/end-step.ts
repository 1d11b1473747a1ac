import { paidUsd, type CallOutputs, type PaidCall } from '../paid-calls.ts';
import type { Provenance } from '../provenance.ts';
import type { FramesSummary, TextSummary, TopicsSummary } from '../results.ts';
import type { TranscriptState } from '../transcript.ts';
import type { StepOutcome, StepPause, StepRun } from '../../pipeline/step-run.ts';
import type { AnalysisDeps } from './deps.ts';

/** What a stored output cost. */
const paidFor = async (outputs: CallOutputs, folder: string, call: PaidCall): Promise<number> =>
  call.paid ? paidUsd(call, await outputs.read(folder, call.id)) : call.usd;

interface EarlyEnding extends Pick<StepOutcome, 'reason'> {
  readonly state: 'skipped' | 'failed';
  readonly folder: string;
  readonly calls: readonly PaidCall[];
  readonly started: number;
}

const total = (calls: readonly PaidCall[]): number => calls.reduce((sum, { usd }) => sum + usd, 0);
const dollars = (usd: number): number => Number(usd.toFixed(6));

/**
 * What had been paid for this input before the run started, US dollars. It is stored next to the outputs before the
 * first call: a run that continues after a pause, an error or a crash has paid for some of the outputs itself.
 * `part`: distinguishes the groups of calls of a step whose later calls depend on the responses to the first ones.
 */
export const startedWith = async (
  { outputs }: Pick<AnalysisDeps, 'outputs'>,
  { attempt, run }: StepRun,
  folder: string,
  calls: readonly PaidCall[],
  part = 'all',
): Promise<number> => {
  const id = `paid-before-${attempt}-${run}-${part}`;
  const stored = await outputs.list(folder);
  if (stored.has(id)) return ((await outputs.read(folder, id)) as { readonly usd: number }).usd;
  let usd = 0;
  for (const call of calls) if (stored.has(call.id)) usd += await paidFor(outputs, folder, call);
  await outputs.write(folder, id, { usd: dollars(usd) });
  return dollars(usd);
};

/** Releases the run; the worker requests it again at once. */
export const PAUSED: StepPause = { state: 'waiting', job_id: 'paid-calls' };

/** Ends a run before all of its calls were made. Those that it made are paid. */
export const endEarly = async (
  { outputs }: Pick<AnalysisDeps, 'outputs'>,
  { state, reason, folder, calls, started }: EarlyEnding,
): Promise<StepOutcome> => {
  const stored = await outputs.list(folder);
  let paid = 0;
  for (const call of calls) if (stored.has(call.id)) paid += await paidFor(outputs, folder, call);
  return { state, reason, cost: dollars(Math.max(0, paid - started)) };
};

interface Ending {
  readonly summary: TextSummary | TopicsSummary | FramesSummary;
  readonly provenance: Provenance;
  readonly hash: string;
  /** What it was made from; absent for pictures. */
  readonly transcript?: TranscriptState;
  /** Folder of the outputs; null for a step without any. */
  readonly folder: string | null;
  readonly calls: readonly PaidCall[];
  readonly started: number;
}

/** Stores the result and completes the step. The cost of the run is what it paid itself. */
export const endWithResult = async (deps: AnalysisDeps, run: StepRun, ending: Ending): Promise<StepOutcome> => {
  const { summary, provenance, hash, transcript, folder, calls, started } = ending;
  const cost = total(calls);
  await deps.results.put({
    content_id: run.content_id,
    version_id: run.version_id,
    step: summary.step,
    attempt: run.attempt,
    run: run.run,
    input_hash: hash,
    provenance,
    ...(transcript ? { transcript: { set: transcript.set, revision: transcript.revision } } : {}),
    units: calls.length,
    cost_usd: dollars(cost),
    raw_key: folder,
    created_at: new Date(deps.now()).toISOString(),
    summary,
  });
  const paid = dollars(Math.max(0, cost - started));
  const { provider, model } = provenance;
  return { state: 'completed', cost: paid, input_hash: hash, provider, model, units: paid > 0 ? calls.length : 0 };
};
