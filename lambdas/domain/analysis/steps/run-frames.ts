import { moderationCoverage } from '../categories.ts';
import {
  distinctFrames,
  framesToLabel,
  planFrameGroups,
  summarizeFrames,
  type FramePlan,
  type LabelsAnswer,
  type ModerationAnswer,
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
import { OFF_REASON, WORKING_TIME_MS, type AnalysisDeps } from './deps.ts';
import { endEarly, endWithResult, PAUSED, startedWith } from './end-step.ts';

/** Increase it when the frames are chosen or asked about differently: stored outputs are then not reused. */
const OPTIONS = 1;
const NO_PICTURE = 'Music has no picture to analyze.';
const NO_FRAMES =
  'This file was converted before its frames were kept for the analysis. Convert it again, then run this step.';
const CONCURRENT_READS = 8;
const PLAN = 'plan';
const DIGITS = 7;

const callId = (kind: 'moderation' | 'labels', index: number): string =>
  `${kind}-${String(index).padStart(DIGITS, '0')}`;

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
  const end = thumbnails.findIndex(({ exists }) => !exists);
  return planFrameGroups(thumbnails.slice(0, end < 0 ? count : end).map(({ thumbnail }) => thumbnail));
};

const planOf = async (deps: AnalysisDeps, folder: string, compare: () => Promise<FramePlan>): Promise<FramePlan> => {
  if ((await deps.outputs.list(folder)).has(PLAN)) return (await deps.outputs.read(folder, PLAN)) as FramePlan;
  const plan = await compare();
  await deps.outputs.write(folder, PLAN, plan);
  return plan;
};

const answersOf = <T>(
  outputs: ReadonlyMap<string, unknown>,
  kind: 'moderation' | 'labels',
  indexes: readonly number[],
): ReadonlyMap<number, T> => new Map(indexes.map((index) => [index, outputs.get(callId(kind, index)) as T]));

/** Finds sensitive content and labels in the frames of a video. */
export const runFrames = async (
  deps: AnalysisDeps,
  run: StepRun,
  attempt: Attempt,
): Promise<StepOutcome | StepPause> => {
  const { frames: analyzer } = deps;
  if (attempt.ladder?.kind === 'audio') return { state: 'skipped', reason: NO_PICTURE, nothing_to_check: true };
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
  const calls: readonly PaidCall[] = [
    ...distinct.map((index) => ({
      id: callId('moderation', index),
      usd,
      run: () => analyzer.moderate(keyOf(index)),
    })),
    ...labeled.map((index) => ({ id: callId('labels', index), usd, run: () => analyzer.label(keyOf(index)) })),
  ];
  const started = await startedWith(deps, run, folder, calls);
  const outcome = await runPaidCalls(deps, { contentId: run.content_id, step: 'frames', folder, calls, until });
  if (outcome.state === 'waiting') return PAUSED;
  if (outcome.state === 'over')
    return endEarly(deps, { state: 'skipped', reason: outcome.reason, folder, calls, started });
  const moderation = answersOf<ModerationAnswer>(outcome.outputs, 'moderation', distinct);
  const version = [...moderation.values()][0]?.ModerationModelVersion ?? 'unknown';
  const provenance = {
    provider: 'rekognition',
    model: 'DetectModerationLabels',
    version,
    // AWS publishes no measurement of its confidences.
    calibrated: false,
    covers: moderationCoverage(version),
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
  return endWithResult(deps, run, { summary, provenance, hash, folder, calls, started });
};
