import { currentAttempt, stepStatus, type StepSources, type StepStatus } from '../pipeline/sources.ts';
import { latestRun } from '../pipeline/step-run.ts';
import { isAbandoned, isProbed, type Attempt } from './attempt.ts';
import { ABORTED_REASON, COLORS_NOT_CONVERTED, INTERRUPTED_REASON, NO_STORYBOARD_REASON } from './reasons.ts';

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

/** How a step of the attempt ended. Undefined before that, and for attempts that are older than such runs. */
const storedEnd = (attempt: Attempt, step: string, { runs }: StepSources): Partial<StepStatus> => {
  const run = latestRun(runs, attempt, step);
  if (!run) return {};
  const { state, reason = null, started_at, finished_at = null } = run;
  return { state, reason, started_at, finished_at };
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
  const end = storedEnd(attempt, 'probe', sources);
  if (isProbed(attempt)) {
    const finished_at = attempt.probed_at ?? null;
    return stepStatus({ ...base, state: 'completed', finished_at, can_run: restartable, ...end });
  }
  if (attempt.state === 'failed') {
    const { finished_at = null, reason = null } = attempt;
    return stepStatus({ ...base, state: 'failed', finished_at, reason, can_run: restartable, ...end });
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
      ...storedEnd(attempt, 'convert', sources),
    });
  }
  return stepStatus({
    ...base,
    ...busyState(attempt, sources),
    ...(attempt.job_id === undefined ? {} : { progress: attempt.progress, expected_at: expectedEnd(attempt) }),
  });
};

/** A step whose result the conversion job makes. `missing` is the reason why this conversion does not make it. */
const byproductStep = (sources: StepSources, step: 'poster' | 'storyboard', missing?: string): StepStatus => {
  const convert = convertStep(sources);
  const attempt = currentAttempt(sources);
  if (attempt?.ladder && missing !== undefined) return stepStatus({ state: 'skipped', reason: missing });
  if (!attempt || convert.state === 'failed' || convert.state === 'waiting') return stepStatus();
  const { state, started_at, finished_at, attempts, can_run } = convert;
  const reason = state === 'interrupted' ? convert.reason : null;
  const end = storedEnd(attempt, step, sources);
  return stepStatus({ state, started_at, finished_at, attempts, can_run, reason, ...end });
};

/** The poster image of a video. */
export const posterStep = (sources: StepSources): StepStatus => byproductStep(sources, 'poster');

/** The storyboard of a video. Its missing parts fail this step, but not the conversion. */
export const storyboardStep = (sources: StepSources): StepStatus => {
  const attempt = currentAttempt(sources);
  const status = byproductStep(sources, 'storyboard', attempt?.ladder?.storyboard ? undefined : NO_STORYBOARD_REASON);
  const reason = attempt?.storyboard?.reason;
  return status.state === 'completed' && reason !== undefined ? { ...status, state: 'failed', reason } : status;
};
