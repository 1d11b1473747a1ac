import type { StepName, StepView } from '../../contract/media/steps.ts';
import type { Ladder } from '../media/ladder.ts';
import type { Upload } from '../uploads/upload.ts';
import { attemptId, type Attempt } from './attempt.ts';

/** The records from which the steps of a content item are derived. */
export interface StepSources {
  readonly upload: Pick<Upload, 'state' | 'refusal' | 'created_at'>;
  /** All stored attempts. */
  readonly attempts: readonly Attempt[];
  /** Id of the current attempt. */
  readonly current: string | null | undefined;
  /** Whether a new attempt can be requested: the content item exists, and its source is still stored. */
  readonly restartable: boolean;
}

const ABORTED_REASON = 'The upload was canceled or expired.';
const NO_VIDEO_REASON = 'The file contains only audio.';
const NO_STORYBOARD_REASON = 'This conversion does not make a storyboard.';

const step = (name: StepName, fields: Partial<Omit<StepView, 'step'>> = {}): StepView => ({
  step: name,
  state: 'waiting',
  started_at: null,
  finished_at: null,
  progress: null,
  expected_at: null,
  attempts: 0,
  reason: null,
  may_run: false,
  ...fields,
});

/**
 * Whether the probe accepted the file. Attempts that are older than `probed_at` have a ladder instead.
 */
const isProbed = ({ probed_at: probed, ladder }: Attempt): boolean => probed !== undefined || ladder !== undefined;

const uploadStep = ({ upload, attempts }: StepSources): StepView => {
  const arrived = attempts.map(({ claimed_at: at }) => at).sort()[0] ?? null;
  const base = { started_at: upload.created_at, attempts: 1 };
  if (upload.refusal?.code === 'upload_incomplete')
    return step('upload', { ...base, state: 'failed', reason: upload.refusal.reason });
  if (arrived !== null || upload.refusal || upload.state === 'completed' || upload.state === 'claimed') {
    return step('upload', { ...base, state: 'completed', finished_at: arrived });
  }
  return upload.state === 'aborted'
    ? step('upload', { ...base, state: 'failed', reason: ABORTED_REASON })
    : step('upload', { ...base, state: 'running' });
};

const probeStep = ({ upload, attempts, restartable }: StepSources, attempt: Attempt | undefined): StepView => {
  if (!attempt)
    return upload.refusal?.code === 'unsupported_format'
      ? step('probe', { state: 'failed', attempts: 1, reason: upload.refusal.reason })
      : step('probe');
  const base = { started_at: attempt.claimed_at, attempts: attempts.length };
  if (isProbed(attempt))
    return step('probe', { ...base, state: 'completed', finished_at: attempt.probed_at ?? null, may_run: restartable });
  if (attempt.state === 'failed') {
    return step('probe', {
      ...base,
      state: 'failed',
      finished_at: attempt.finished_at ?? null,
      reason: attempt.reason ?? null,
      may_run: restartable,
    });
  }
  // A restart creates an attempt that no worker has claimed yet.
  return attempt.lease_until === attempt.claimed_at
    ? step('probe', { attempts: attempts.length - 1 })
    : step('probe', { ...base, state: 'running' });
};

/** Estimated end: the time from the job's start to its last report, extrapolated to 100 %. */
const expectedEnd = ({ submitted_at: started, progress, progress_at: at }: Attempt): string | null => {
  if (started === undefined || at === undefined || progress <= 0 || at <= started) return null;
  const start = Date.parse(started);
  return new Date(start + ((Date.parse(at) - start) * 100) / progress).toISOString();
};

const convertStep = ({ attempts, restartable }: StepSources, attempt: Attempt | undefined): StepView => {
  const probedCount = attempts.filter(isProbed).length;
  if (!attempt || !isProbed(attempt)) return step('convert', { attempts: probedCount });
  const base = { started_at: attempt.submitted_at ?? attempt.probed_at ?? attempt.claimed_at, attempts: probedCount };
  if (attempt.state === 'completed' || attempt.state === 'failed') {
    return step('convert', {
      ...base,
      state: attempt.state,
      finished_at: attempt.finished_at ?? null,
      may_run: restartable,
      ...(attempt.state === 'failed' ? { reason: attempt.reason ?? null } : {}),
    });
  }
  return step('convert', {
    ...base,
    state: 'running',
    ...(attempt.job_id === undefined ? {} : { progress: attempt.progress, expected_at: expectedEnd(attempt) }),
  });
};

/**
 * A step whose result the conversion job makes together with the renditions. `missing` is the reason why this
 * conversion does not make it.
 */
const byproductStep = (
  name: 'poster' | 'storyboard',
  convert: StepView,
  ladder: Ladder | undefined,
  missing: string | undefined,
): StepView => {
  if (ladder && missing !== undefined) return step(name, { state: 'skipped', reason: missing });
  if (convert.state !== 'running' && convert.state !== 'completed') return step(name);
  const { state, started_at, finished_at, attempts, may_run } = convert;
  return step(name, { state, started_at, finished_at, attempts, may_run });
};

const readyStep = (attempt: Attempt | undefined): StepView => {
  if (attempt?.state !== 'completed') return step('ready');
  const { playlists, finished_at: finished = null } = attempt;
  if (!playlists)
    return step('ready', {
      state: 'completed',
      started_at: finished,
      finished_at: finished,
      attempts: 1,
      may_run: true,
    });
  const { state, started_at, finished_at = null, runs, reason = null } = playlists;
  return step('ready', { state, started_at, finished_at, attempts: runs, reason, may_run: state !== 'running' });
};

const withoutPoster = (ladder: Ladder | undefined): string | undefined =>
  ladder?.poster ? undefined : NO_VIDEO_REASON;
const withoutStoryboard = (ladder: Ladder | undefined): string | undefined => {
  if (ladder?.storyboard) return undefined;
  return ladder?.kind === 'video' ? NO_STORYBOARD_REASON : NO_VIDEO_REASON;
};

/** The storyboard comes with the renditions. Its missing parts fail this step, but not the conversion. */
const storyboardStep = (convert: StepView, attempt: Attempt | undefined): StepView => {
  const made = byproductStep('storyboard', convert, attempt?.ladder, withoutStoryboard(attempt?.ladder));
  const reason = attempt?.storyboard?.reason;
  return made.state === 'completed' && reason !== undefined ? { ...made, state: 'failed', reason } : made;
};

/** The current attempt. */
export const currentAttempt = ({ attempts, current }: Pick<StepSources, 'attempts' | 'current'>): Attempt | undefined =>
  attempts.find((attempt) => attemptId(attempt) === current);

/**
 * The steps of a content item, in order. They are derived from the upload and the attempts, so there is no state to
 * keep in sync. A failed step has a reason, and the steps after it wait.
 */
export const stepsOf = (sources: StepSources): readonly StepView[] => {
  const attempt = currentAttempt(sources);
  const convert = convertStep(sources, attempt);
  const ladder = attempt?.ladder;
  return [
    uploadStep(sources),
    probeStep(sources, attempt),
    convert,
    byproductStep('poster', convert, ladder, withoutPoster(ladder)),
    storyboardStep(convert, attempt),
    readyStep(attempt),
  ];
};

/**
 * The steps that run when one step is run again. The converter makes all its results in one job, so any of them
 * requires a new attempt.
 */
export const stepsRunWith = (name: Exclude<StepName, 'upload'>): readonly StepName[] =>
  name === 'ready' ? ['ready'] : ['probe', 'convert', 'poster', 'storyboard', 'ready'];
