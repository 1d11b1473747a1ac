import { moderationCoverage } from '../categories.ts';
import {
  distinctFrames,
  framesToLabel,
  isUnreadable,
  moderationVersion,
  planFrameGroups,
  summarizeFrames,
  unreadableText,
  type FramePlan,
  type LabelsAnswer,
  type ModerationAnswer,
  type UnreadableFrame,
} from '../frames.ts';
import { inputHash, outputsFolder } from '../input-hash.ts';
import { readThumbnail, type Thumbnail } from '../jpeg-thumbnail.ts';
import { runPaidCalls, type PaidCall } from '../paid-calls.ts';
import { ANALYSIS_PRICES } from '../prices.ts';
import type { FramesSummary } from '../results.ts';
import type { Attempt } from '../../conversion/attempt.ts';
import { batchesOf } from '../../batches.ts';
import { analysisFrameKey } from '../../media/layout.ts';
import type { StepOutcome, StepPause, StepRun } from '../../pipeline/step-run.ts';
import { NO_PICTURE_REASON, OFF_REASON } from '../reasons.ts';
import { WORKING_TIME_MS, type AnalysisDeps } from './deps.ts';
import { endEarly, endWithResult, PAUSED, startedWith } from './end-step.ts';

/** Increase it when the frames are chosen or asked about differently: stored outputs are then not reused. */
const OPTIONS = 1;
const NO_FRAMES =
  'This file was converted before its frames were kept for the analysis. Convert it again, then run this step.';
const ALL_UNREADABLE = 'None of the frames of this video could be read. Convert the file again, then run this step.';
const UNKNOWN_MODEL =
  'The pictures were analyzed by a model version that this release does not know, so they count as not checked.';
const CONCURRENT_READS = 8;
const PLAN = 'plan';
const DIGITS = 7;

const callId = (kind: 'moderation' | 'labels', index: number): string =>
  `${kind}-${String(index).padStart(DIGITS, '0')}`;

/** Rekognition's errors about one picture. Repeating the call does not help, and the other frames can be analyzed. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'ImageTooLargeException',
  'InvalidImageFormatException',
  'InvalidS3ObjectException',
]);

/** The response about a frame, or that it could not be read. Other errors are thrown, so that the queue retries. */
const readable = async <T extends object>(answer: Promise<T>): Promise<T | UnreadableFrame> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && UNREADABLE.has(error.name)) return { unreadable: error.name };
    throw error;
  }
};

/** Compares all frames. The last ones may be missing, when the video is a little shorter than its file says. */
const comparedFrames = async (
  deps: AnalysisDeps,
  keyOf: (index: number) => string,
  count: number,
): Promise<FramePlan> => {
  const thumbnails: { readonly exists: boolean; readonly thumbnail: Thumbnail | undefined }[] = [];
  for (const indexes of batchesOf([...Array(count).keys()], CONCURRENT_READS)) {
    const read = indexes.map(async (index) => {
      const bytes = await deps.outputs.readFrame(keyOf(index));
      return { exists: bytes !== undefined, thumbnail: bytes && readThumbnail(bytes) };
    });
    thumbnails.push(...(await Promise.all(read)));
  }
  const last = thumbnails.findLastIndex(({ exists }) => exists);
  return planFrameGroups(thumbnails.slice(0, last + 1).map(({ thumbnail }) => thumbnail));
};

const planOf = async (deps: AnalysisDeps, folder: string, compare: () => Promise<FramePlan>): Promise<FramePlan> => {
  if ((await deps.outputs.list(folder)).has(PLAN)) return (await deps.outputs.read(folder, PLAN)) as FramePlan;
  const plan = await compare();
  // Without any frame, the next conversion may have some.
  if (plan.length > 0) await deps.outputs.write(folder, PLAN, plan);
  return plan;
};

const answersOf = <T>(
  outputs: ReadonlyMap<string, unknown>,
  kind: 'moderation' | 'labels',
  indexes: readonly number[],
): ReadonlyMap<number, T | UnreadableFrame> =>
  new Map(indexes.map((index) => [index, outputs.get(callId(kind, index)) as T | UnreadableFrame]));

/** Finds sensitive content and labels in the frames of a video. */
export const runFrames = async (
  deps: AnalysisDeps,
  run: StepRun,
  attempt: Attempt,
): Promise<StepOutcome | StepPause> => {
  const { frames: analyzer } = deps;
  if (attempt.ladder?.kind === 'audio') return { state: 'skipped', reason: NO_PICTURE_REASON, nothing_to_check: true };
  if (!analyzer) return { state: 'skipped', reason: OFF_REASON };
  const planned = attempt.ladder?.analysis?.frames;
  if (!planned) return { state: 'skipped', reason: NO_FRAMES };
  const until = deps.now() + WORKING_TIME_MS;
  const { interval, count } = planned;
  const hash = inputHash(run.version_id, 'frames', 'rekognition', OPTIONS, interval, count);
  const folder = outputsFolder(run.content_id, hash);
  const keyOf = (index: number): string => analysisFrameKey(run.content_id, attempt.media_version, index);
  const plan = await planOf(deps, folder, () => comparedFrames(deps, keyOf, count));
  if (plan.length === 0) return { state: 'failed', reason: NO_FRAMES };
  const distinct = distinctFrames(plan);
  const labeled = framesToLabel(distinct);
  const usd = ANALYSIS_PRICES.image;
  const callFor = (kind: 'moderation' | 'labels', index: number, ask: (key: string) => Promise<object>): PaidCall => ({
    id: callId(kind, index),
    usd,
    paid: (output) => (isUnreadable(output) ? 0 : usd),
    // Another conversion of the same file can repair its frames.
    again: { id: `${callId(kind, index)}-unreadable-${run.attempt}-${run.run}`, isNeeded: isUnreadable },
    run: () => readable(ask(keyOf(index))),
  });
  const calls = [
    ...distinct.map((index) => callFor('moderation', index, (key) => analyzer.moderate(key))),
    ...labeled.map((index) => callFor('labels', index, (key) => analyzer.label(key))),
  ];
  const started = await startedWith(deps, run, folder, calls);
  const outcome = await runPaidCalls(deps, { contentId: run.content_id, step: 'frames', folder, calls, until });
  if (outcome.state === 'waiting') return PAUSED;
  if (outcome.state === 'over')
    return endEarly(deps, { state: 'skipped', reason: outcome.reason, folder, calls, started });
  const moderation = answersOf<ModerationAnswer>(outcome.outputs, 'moderation', distinct);
  const answered = [...moderation.values()].flatMap((answer) => (isUnreadable(answer) ? [] : answer));
  if (answered.length === 0) return endEarly(deps, { state: 'failed', reason: ALL_UNREADABLE, folder, calls, started });
  const version = moderationVersion(answered[0] ?? {});
  const covers = moderationCoverage(version);
  // `moderation-model-check` raises the alarm.
  if (covers.length === 0)
    deps.logger.error('Rekognition uses a model version that this release does not know', { version });
  const provenance = {
    provider: 'rekognition',
    model: 'DetectModerationLabels',
    version,
    // AWS publishes no measurement of its confidences.
    calibrated: false,
    covers,
  } as const;
  const labels = answersOf<LabelsAnswer>(outcome.outputs, 'labels', labeled);
  const summary: FramesSummary = summarizeFrames({
    plan,
    intervalMs: interval * 1000,
    provenance,
    moderation,
    labels,
    keyOf,
  });
  const billed = calls.filter(({ id }) => !isUnreadable(outcome.outputs.get(id)));
  const ended = await endWithResult(deps, run, { summary, provenance, hash, folder, calls: billed, started });
  const reasons = [...(covers.length === 0 ? [UNKNOWN_MODEL] : []), unreadableText(summary) ?? []].flat();
  return reasons.length === 0 ? ended : { ...ended, reason: reasons.join(' ') };
};
