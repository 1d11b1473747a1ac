import type { Attempt } from './attempt.ts';

/** The statuses of a job that change an attempt; the converter knows more. */
export const JOB_STATUSES = ['SUBMITTED', 'PROGRESSING', 'STATUS_UPDATE', 'COMPLETE', 'ERROR', 'CANCELED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Whether a job of this status stores nothing more. */
export const hasEnded = (status: JobStatus): boolean =>
  status === 'COMPLETE' || status === 'ERROR' || status === 'CANCELED';

/** One report about a job. */
export interface JobEvent {
  readonly jobId: string;
  readonly status: JobStatus;
  /** 0 to 100, when it tells. */
  readonly progress?: number | undefined;
  /** A plain sentence, with ERROR and CANCELED. */
  readonly reason?: string | undefined;
  /** When the converter reported it, ISO 8601. */
  readonly at: string;
}

/** An overdue attempt's job is canceled, so overdue stands above canceled. */
const FAILURE_RANK = { canceled: 2, rejected: 3, refused: 3, overdue: 3, error: 4 } as const;

/** How far an attempt is. A report moves it forward only, so the order of reports does not matter. */
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

/** When the greatest progress was first reported, so that the rest can be estimated from it. */
const progressTime = ({ progress, progress_at: known }: Attempt, event: JobEvent): string | undefined => {
  const told = clampProgress(event.progress);
  if (told === 0 || told < progress) return known;
  return told > progress || known === undefined || event.at < known ? event.at : known;
};

/**
 * What an attempt is after a report about a job. Reports of another job, and any report to a superseded attempt, change
 * nothing; the same object is answered then. Every attribute is an extremum over the reports seen, so all orders and
 * repetitions of the same reports end alike. A COMPLETE beats a failure: the renditions are there.
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
