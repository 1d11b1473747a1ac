import type { Ladder } from '../media/ladder.ts';
import { currentAttempt, stepStatus, type StepSources, type StepStatus } from '../pipeline/sources.ts';
import { isAbandoned, type Attempt } from './attempt.ts';
import { ABORTED_REASON, COLORS_NOT_CONVERTED, INTERRUPTED_REASON } from './reasons.ts';

const NO_VIDEO_REASON = 'The file contains only audio.';
const NO_STORYBOARD_REASON = 'This conversion does not make a storyboard.';

/** Whether the probe accepted the file. Attempts that are older than `probed_at` have a ladder instead. */
const isProbed = ({ probed_at: probed, ladder }: Attempt): boolean => probed !== undefined || ladder !== undefined;

/** The state of a step whose worker should be busy with the attempt. */
const busyState = (attempt: Attempt, { now }: StepSources): Partial<StepStatus> =>
  isAbandoned(attempt, now) ? { state: 'interrupted', reason: INTERRUPTED_REASON } : { state: 'running' };

/** The upload: it ends when the file arrives. */
export const uploadStep = ({ upload, attempts }: StepSources): StepStatus => {
  const arrived = attempts.map(({ claimed_at: at }) => at).sort()[0] ?? null;
  const base = { started_at: upload.created_at, attempts: 1 };
  if (upload.rejection?.code === 'upload_incomplete')
    return stepStatus({ ...base, state: 'failed', reason: upload.rejection.reason });
  if (arrived !== null || upload.rejection || upload.state === 'completed' || upload.state === 'claimed') {
    return stepStatus({ ...base, state: 'completed', finished_at: arrived });
  }
  return upload.state === 'aborted'
    ? stepStatus({ ...base, state: 'failed', reason: ABORTED_REASON })
    : stepStatus({ ...base, state: 'running' });
};

/** The check of the file by its first bytes, the converter's probe and the limits of the plan. */
export const probeStep = (sources: StepSources): StepStatus => {
  const { upload, attempts, restartable } = sources;
  const attempt = currentAttempt(sources);
  if (!attempt)
    return upload.rejection?.code === 'unsupported_format'
      ? stepStatus({ state: 'failed', attempts: 1, reason: upload.rejection.reason })
      : stepStatus();
  const base = { started_at: attempt.claimed_at, attempts: attempts.length };
  if (isProbed(attempt))
    return stepStatus({ ...base, state: 'completed', finished_at: attempt.probed_at ?? null, can_run: restartable });
  if (attempt.state === 'failed') {
    return stepStatus({
      ...base,
      state: 'failed',
      finished_at: attempt.finished_at ?? null,
      reason: attempt.reason ?? null,
      can_run: restartable,
    });
  }
  // A restart creates an attempt that no worker has claimed yet.
  return attempt.lease_until === attempt.claimed_at
    ? stepStatus({ attempts: attempts.length - 1 })
    : stepStatus({ ...base, ...busyState(attempt, sources) });
};

/** Estimated end: the time from the job's start to its last report, extrapolated to 100 %. */
const expectedEnd = ({ submitted_at: started, progress, progress_at: at }: Attempt): string | null => {
  if (started === undefined || at === undefined || progress <= 0 || at <= started) return null;
  const start = Date.parse(started);
  return new Date(start + ((Date.parse(at) - start) * 100) / progress).toISOString();
};

/** The conversion job. */
export const convertStep = (sources: StepSources): StepStatus => {
  const { attempts, restartable } = sources;
  const attempt = currentAttempt(sources);
  const probedCount = attempts.filter(isProbed).length;
  if (!attempt || !isProbed(attempt)) return stepStatus({ attempts: probedCount });
  const base = {
    started_at: attempt.submitted_at ?? attempt.probed_at ?? attempt.claimed_at,
    attempts: probedCount,
    reason: attempt.colors === 'unconverted' ? COLORS_NOT_CONVERTED : null,
  };
  if (attempt.state === 'completed' || attempt.state === 'failed') {
    return stepStatus({
      ...base,
      state: attempt.state,
      finished_at: attempt.finished_at ?? null,
      can_run: restartable,
      ...(attempt.state === 'failed' ? { reason: attempt.reason ?? null } : {}),
    });
  }
  return stepStatus({
    ...base,
    ...busyState(attempt, sources),
    ...(attempt.job_id === undefined ? {} : { progress: attempt.progress, expected_at: expectedEnd(attempt) }),
  });
};

/** A step whose result the conversion job makes. `missing` is the reason why this conversion does not make it. */
const byproductStep = (convert: StepStatus, ladder: Ladder | undefined, missing: string | undefined): StepStatus => {
  if (ladder && missing !== undefined) return stepStatus({ state: 'skipped', reason: missing });
  if (convert.state === 'failed' || convert.state === 'waiting') return stepStatus();
  const { state, started_at, finished_at, attempts, can_run } = convert;
  const reason = state === 'interrupted' ? convert.reason : null;
  return stepStatus({ state, started_at, finished_at, attempts, can_run, reason });
};

const withoutStoryboard = (ladder: Ladder | undefined): string | undefined => {
  if (ladder?.storyboard) return undefined;
  return ladder?.kind === 'video' ? NO_STORYBOARD_REASON : NO_VIDEO_REASON;
};

/** The poster image of a video. */
export const posterStep = (sources: StepSources): StepStatus => {
  const ladder = currentAttempt(sources)?.ladder;
  return byproductStep(convertStep(sources), ladder, ladder?.poster ? undefined : NO_VIDEO_REASON);
};

/** The storyboard of a video. Its missing parts fail this step, but not the conversion. */
export const storyboardStep = (sources: StepSources): StepStatus => {
  const attempt = currentAttempt(sources);
  const status = byproductStep(convertStep(sources), attempt?.ladder, withoutStoryboard(attempt?.ladder));
  const reason = attempt?.storyboard?.reason;
  return status.state === 'completed' && reason !== undefined ? { ...status, state: 'failed', reason } : status;
};
