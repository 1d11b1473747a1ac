import type { AppEvent } from '../../events/app-events.ts';
import type { Attempt } from '../conversion/attempt.ts';

/** `running`: a worker works on it, or is about to. The other states are final. */
export type StepRunState = 'running' | 'completed' | 'failed' | 'skipped';

/** How the result of a run was made, and what was billed for it. */
export interface StepFacts {
  /** SHA-256 (hex) of everything that the result depends on. */
  readonly input_hash?: string | undefined;
  /** The service that did the work, and its name of the model. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** Units that the service billed: seconds of sound, calls, or minutes of the source. 0 for a reused result. */
  readonly units?: number | undefined;
}

/** One run of a processing step for the files of one attempt. A repetition is a new run. */
export interface StepRun extends StepFacts {
  readonly content_id: string;
  /** S3 version of the source, with `attempt` the attempt whose files the step processes. */
  readonly version_id: string;
  readonly attempt: number;
  /** Name of its definition. */
  readonly step: string;
  /** Numbered from 1 per step and attempt. */
  readonly run: number;
  readonly state: StepRunState;
  /** Why it failed or was skipped, as a sentence for the user. */
  readonly reason?: string | undefined;
  /** Set when it was skipped because the title has nothing that it could check, such as no picture or no speech. */
  readonly nothing_to_check?: boolean | undefined;
  readonly started_at: string;
  readonly finished_at?: string | undefined;
  /**
   * Job of another service that the run waits for. Meanwhile no worker holds the run; the job's event resumes it, or
   * the sweeper if that event is lost.
   */
  readonly job_id?: string | undefined;
  /** The sweeper fails a run whose job has not ended by then. Absent for a job without a time limit of its own. */
  readonly job_deadline_at?: string | undefined;
  /** When a worker last released the run to wait for that job. */
  readonly paused_at?: string | undefined;
  /** No other worker can take over the run before this time. */
  readonly lease_until: string;
  /** The sweeper fails a run that is not finished by then. */
  readonly deadline_at: string;
  /** US dollars at list price. */
  readonly cost_estimated: number;
  /** US dollars, as far as the step's service reports it. */
  readonly cost_actual?: number | undefined;
  /** Increases with every write. */
  readonly rev: number;
}

/** Identifies a run. */
export type StepRunIds = Pick<StepRun, 'content_id' | 'version_id' | 'attempt' | 'step' | 'run'>;

/** The run that an event requests. */
export const stepRunOf = ({ contentId, versionId, ...ids }: AppEvent<'StepRequested.v1'>): StepRunIds => ({
  content_id: contentId,
  version_id: versionId,
  ...ids,
});

/** How a run ends. */
export interface StepOutcome extends StepFacts {
  readonly state: Exclude<StepRunState, 'running'>;
  /** A sentence for the user; required unless the run completed. */
  readonly reason?: string | undefined;
  /** It was skipped because the title has nothing that it could check. @default false */
  readonly nothing_to_check?: boolean | undefined;
  /** US dollars. */
  readonly cost?: number | undefined;
}

/** Instead of an outcome: the run continues when a job of another service ends. */
export interface StepPause extends Omit<StepFacts, 'units'> {
  readonly state: 'waiting';
  readonly job_id: string;
  /** Milliseconds that the job may take, from the definition of the step. @default as long as the run */
  readonly timeLimitMs?: number | undefined;
}

/** Lease of a run in milliseconds: longer than the timeout of any worker that runs steps (60 s). */
export const STEP_LEASE_MS = 90_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** What a new run needs to know of its definition. */
export interface StepTerms {
  readonly name: string;
  /** Milliseconds that the run may take. */
  readonly timeLimitMs: number;
  /** US dollars. */
  readonly cost: number;
}

/** A run that waits for a worker. */
export const newStepRun = (
  { content_id, version_id, attempt }: Pick<Attempt, 'content_id' | 'version_id' | 'attempt'>,
  { name, timeLimitMs, cost }: StepTerms,
  run: number,
  now: number,
): StepRun => ({
  content_id,
  version_id,
  attempt,
  step: name,
  run,
  state: 'running',
  started_at: iso(now),
  lease_until: iso(now),
  deadline_at: iso(now + timeLimitMs),
  cost_estimated: cost,
  rev: 1,
});

/** Whether a worker currently holds the run. */
export const isStepLeased = (run: StepRun, now: number): boolean =>
  run.state === 'running' && run.lease_until > iso(now);

/** Job of a run that waits for the end of the conversion, which resumes it. */
export const CONVERSION_PAUSE = 'conversion';

/** Job of a run that waits until staff accept the file, which resumes it. */
export const REVIEW_PAUSE = 'review';
/** Milliseconds after which such a run is requested again, in case the event that resumes it was lost. */
const REVIEW_CHECK_MS = 24 * 3_600_000;

/** Whether the run waits for a job of another service. */
const isPaused = ({ job_id: job, lease_until: lease, paused_at: paused }: StepRun): boolean =>
  job !== undefined && paused === lease;

/** Whether the run waits for the end of the conversion. */
const waitsForConversion = (run: StepRun): boolean =>
  run.state === 'running' && run.job_id === CONVERSION_PAUSE && isPaused(run);

/** Whether the run waits until staff accept the file. */
const waitsForReview = (run: StepRun): boolean =>
  run.state === 'running' && run.job_id === REVIEW_PAUSE && isPaused(run);

/** Whether the run waits for something that ends without its worker: the conversion, or the review of the file. */
export const isHeld = (run: StepRun): boolean => waitsForConversion(run) || waitsForReview(run);

/** Whether the worker that claimed the run stopped before it ended. Another worker can take it over. */
export const isStepAbandoned = (run: StepRun, now: number): boolean =>
  run.state === 'running' && run.lease_until > run.started_at && run.lease_until <= iso(now) && !isPaused(run);

/** When the sweeper fails a run: at its deadline, or at that of the job that it waits for. A review takes any time. */
const endOf = (run: StepRun): string | undefined => {
  const { deadline_at: deadline, job_deadline_at: ofJob = deadline } = run;
  if (waitsForReview(run)) return undefined;
  return ofJob < deadline ? ofJob : deadline;
};

/**
 * When the sweeper looks at a run: when no worker can be busy with it, when the event of the job that it waits for may
 * be lost, and at its deadline.
 */
export const stepDueAt = (run: StepRun): string => {
  const { started_at, lease_until } = run;
  const end = endOf(run);
  if (end === undefined) return iso(Date.parse(lease_until) + REVIEW_CHECK_MS);
  const started = iso(Date.parse(started_at) + STEP_LEASE_MS);
  const released = isPaused(run) ? iso(Date.parse(lease_until) + STEP_LEASE_MS) : lease_until;
  const free = released > started ? released : started;
  return free < end ? free : end;
};

/** Gives the run to a worker. The time of a review does not count toward its deadline. */
export const leaseStep = (run: StepRun, now: number): StepRun => ({
  ...run,
  lease_until: iso(now + STEP_LEASE_MS),
  ...(waitsForReview(run) ? { deadline_at: iso(Date.parse(run.deadline_at) + now - Date.parse(run.lease_until)) } : {}),
});

/** Releases the run until a job of another service ends. The deadline of a job is that of the first release. */
export const pauseStep = (
  run: StepRun,
  { state: _waiting, job_id, timeLimitMs, ...facts }: StepPause,
  now: number,
): StepRun => ({
  ...run,
  ...facts,
  job_id,
  job_deadline_at:
    timeLimitMs === undefined
      ? undefined
      : ((run.job_id === job_id ? run.job_deadline_at : undefined) ?? iso(now + timeLimitMs)),
  paused_at: iso(now),
  lease_until: iso(now),
});

/** Ends a run. No effect on one that has ended. */
export const endStepRun = (
  run: StepRun,
  { state, reason, nothing_to_check, cost, ...facts }: StepOutcome,
  now: number,
): StepRun =>
  run.state === 'running'
    ? {
        ...run,
        ...facts,
        state,
        finished_at: iso(now),
        ...(reason === undefined ? {} : { reason }),
        ...(nothing_to_check === undefined ? {} : { nothing_to_check }),
        ...(cost === undefined ? {} : { cost_actual: cost }),
      }
    : run;

/** Whether a run, or the job that it waits for, is past its deadline. */
export const isStepOverdue = (run: StepRun, now: number): boolean => {
  const end = endOf(run);
  return run.state === 'running' && end !== undefined && end <= iso(now);
};

/** Whether the job that a run waits for is past its own deadline. */
export const isJobOverdue = ({ state, job_deadline_at: deadline }: StepRun, now: number): boolean =>
  state === 'running' && deadline !== undefined && deadline <= iso(now);

/** The latest run of a step for an attempt. */
export const latestRun = (
  runs: readonly StepRun[],
  { version_id, attempt }: Pick<Attempt, 'version_id' | 'attempt'>,
  step: string,
): StepRun | undefined =>
  runs
    .filter((run) => run.version_id === version_id && run.attempt === attempt && run.step === step)
    .reduce<StepRun | undefined>((latest, run) => (latest && latest.run > run.run ? latest : run), undefined);
