import type { Attempt } from './attempt.ts';

/** Job statuses that change an attempt. The converter has more. */
export const JOB_STATUSES = ['SUBMITTED', 'PROGRESSING', 'STATUS_UPDATE', 'COMPLETE', 'ERROR', 'CANCELED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Whether a job with this status writes no more files. */
export const hasEnded = (status: JobStatus): boolean =>
  status === 'COMPLETE' || status === 'ERROR' || status === 'CANCELED';

/** One report about a job. */
export interface JobEvent {
  readonly jobId: string;
  readonly status: JobStatus;
  /** 0 to 100, if reported. */
  readonly progress?: number | undefined;
  /** A sentence for the user, with ERROR and CANCELED. */
  readonly reason?: string | undefined;
  /** When the converter reported it, ISO 8601. */
  readonly at: string;
}

/** The job of an overdue attempt is canceled, so overdue ranks above canceled. */
const FAILURE_RANK = { canceled: 2, rejected: 3, missing: 3, overdue: 3, error: 4 } as const;

/** Rank of a state. A report can only raise it, so the order of reports does not matter. */
const rank = (attempt: Pick<Attempt, 'state' | 'failure'>): number => {
  if (attempt.state === 'completed') return 5;
  if (attempt.state === 'failed') return FAILURE_RANK[attempt.failure ?? 'error'];
  return attempt.state === 'submitted' ? 1 : 0;
};

const outcome = (event: JobEvent): Pick<Attempt, 'state' | 'failure' | 'reason' | 'finished_at' | 'progress_at'> => {
  switch (event.status) {
    case 'COMPLETE':
      return {
        state: 'completed',
        failure: undefined,
        reason: undefined,
        finished_at: event.at,
        progress_at: undefined,
      };
    case 'ERROR':
      return {
        state: 'failed',
        failure: 'error',
        reason: event.reason ?? 'The converter reported an error.',
        finished_at: event.at,
      };
    case 'CANCELED':
      return {
        state: 'failed',
        failure: 'canceled',
        reason: event.reason ?? 'The conversion was canceled.',
        finished_at: event.at,
      };
    default:
      return { state: 'submitted' };
  }
};

const clampProgress = (progress: number | undefined): number => Math.min(100, Math.max(0, Math.floor(progress ?? 0)));

/** When the highest progress was first reported, for the estimate of the end. */
const progressTime = ({ progress, progress_at: known }: Attempt, event: JobEvent): string | undefined => {
  const reported = clampProgress(event.progress);
  if (reported === 0 || reported < progress) return known;
  return reported > progress || known === undefined || event.at < known ? event.at : known;
};

/**
 * Applies a report about a job to an attempt. Reports about another job, or to a superseded attempt, change nothing and
 * return the same object. Every attribute is a maximum or minimum over all reports, so any order and any repetition of
 * the same reports has the same result. COMPLETE overrides a failure, because the renditions exist.
 */
export const reduceJobEvent = (attempt: Attempt, event: JobEvent): Attempt => {
  if (attempt.state === 'superseded') return attempt;
  if (attempt.job_id !== undefined && attempt.job_id !== event.jobId) return attempt;
  const change = outcome(event);
  const forward = rank(change) > rank(attempt);
  const reached = forward ? { ...attempt, ...change } : attempt;
  if (reached.state === 'completed') return forward ? { ...reached, job_id: event.jobId, progress: 100 } : attempt;
  const progress = Math.max(attempt.progress, clampProgress(event.progress));
  const at = progressTime(attempt, event);
  if (!forward && progress === attempt.progress && at === attempt.progress_at && attempt.job_id === event.jobId)
    return attempt;
  return { ...reached, job_id: event.jobId, progress, ...(at === undefined ? {} : { progress_at: at }) };
};
