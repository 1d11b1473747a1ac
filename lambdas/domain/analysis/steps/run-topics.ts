import { inputHash, outputsFolder } from '../input-hash.ts';
import { paidUsd, runPaidCalls, type PaidCall } from '../paid-calls.ts';
import type { TranscriptState } from '../transcript.ts';
import type { PaidTopicAnalyzer } from '../topics/topic-analyzer.ts';
import type { StepOutcome, StepPause, StepRun } from '../../pipeline/step-run.ts';
import { OFF_REASON } from '../reasons.ts';
import { WORKING_TIME_MS, type AnalysisDeps } from './deps.ts';
import { endEarly, endWithResult, PAUSED, startedWith } from './end-step.ts';
import { NO_TRANSCRIPT } from './run-text.ts';

/** Responses in another form than the required one that are paid for, for each text. */
const MAX_TRIES = 3;

const UNUSABLE =
  'The language model did not answer in the required form. Edit the transcript, or choose another model for this site.';
const UNAVAILABLE =
  'The language model of this site cannot be used. The operator can find out why with `npm run doctor -- bedrock`.';

/** Errors that a repetition does not end: no permission, a model that was withdrawn, or a request that it rejects. */
const LASTING = new Set(['AccessDeniedException', 'ResourceNotFoundException', 'ValidationException']);
const isLasting = (error: unknown): boolean => error instanceof Error && LASTING.has(error.name);

/** Asks a paid service, again when its response cannot be used. All responses are stored, so none is paid for twice. */
const askForTopics = async (
  deps: AnalysisDeps,
  run: StepRun,
  analyzer: PaidTopicAnalyzer,
  input: { readonly text: string; readonly hash: string; readonly transcript: TranscriptState },
): Promise<StepOutcome | StepPause> => {
  const { text, hash, transcript } = input;
  const { provenance } = analyzer;
  const folder = outputsFolder(run.content_id, hash);
  const work = { contentId: run.content_id, step: 'topics', folder, until: deps.now() + WORKING_TIME_MS } as const;
  const tries = Array.from({ length: MAX_TRIES }, (_, index) => ({
    id: `topics-${index + 1}`,
    ...analyzer.ask(text),
  }));
  const started = await startedWith(deps, run, folder, tries);
  const stored = await deps.outputs.list(folder);
  const calls: PaidCall[] = [];
  for (const call of tries) {
    const isPaid = stored.has(call.id);
    const earlier = isPaid ? await deps.outputs.read(folder, call.id) : undefined;
    const isUnusable = isPaid && !analyzer.read(earlier);
    // What an interrupted worker left is settled with the call that it made.
    const outcome = isUnusable ? undefined : await runPaidCalls(deps, { ...work, calls: [...calls, call] });
    if (outcome?.state === 'waiting') return PAUSED;
    if (outcome?.state === 'over')
      return endEarly(deps, { state: 'skipped', reason: outcome.reason, folder, calls, started });
    const output = outcome ? outcome.outputs.get(call.id) : earlier;
    calls.push({ ...call, usd: paidUsd(call, output) });
    const summary = analyzer.read(output);
    if (summary) return endWithResult(deps, run, { summary, provenance, hash, transcript, folder, calls, started });
  }
  await runPaidCalls(deps, { ...work, calls });
  return endEarly(deps, { state: 'failed', reason: UNUSABLE, folder, calls, started });
};

/** Finds the topics of the transcript. */
export const runTopics = async (deps: AnalysisDeps, run: StepRun): Promise<StepOutcome | StepPause> => {
  const { topics: analyzer } = deps;
  if (!analyzer) return { state: 'skipped', reason: OFF_REASON };
  const found = await deps.transcripts.read(run.content_id);
  if (
    !found ||
    found.transcript.version_id !== run.version_id ||
    !found.segments.some(({ text }) => text.trim() !== '')
  )
    return { state: 'skipped', reason: NO_TRANSCRIPT };
  const reason = analyzer.rejection(found.transcript.language);
  if (reason !== undefined) return { state: 'skipped', reason };
  const { provenance } = analyzer;
  const text = found.segments.map((segment) => segment.text).join(' ');
  const hash = inputHash(run.version_id, 'topics', provenance.model, provenance.version, text);
  const { transcript } = found;
  if (analyzer.kind === 'free') {
    const summary = analyzer.analyze(text);
    return endWithResult(deps, run, { summary, provenance, hash, transcript, folder: null, calls: [], started: 0 });
  }
  try {
    return await askForTopics(deps, run, analyzer, { text, hash, transcript });
  } catch (error) {
    if (!isLasting(error)) throw error;
    deps.logger.error('The language model cannot be used', {
      contentId: run.content_id,
      errorName: (error as Error).name,
    });
    return { state: 'failed', reason: UNAVAILABLE };
  }
};
