import type { ContentInput } from '../../../../lambdas/contract/content.ts';

/** What one upload shall become. */
export interface UploadRequest {
  readonly file: File;
  readonly content: Omit<ContentInput, 's3Key'>;
}

/** `waiting` for its turn, `upload`: bytes are moving, `saving`: the record is made, `conversion`: the server works on it. */
export type UploadStage = 'waiting' | 'upload' | 'saving' | 'conversion' | 'complete' | 'failed';

/** One file on its way, as the screens show it. */
export interface UploadJob {
  readonly id: string;
  readonly request: UploadRequest;
  readonly stage: UploadStage;
  /** Bytes that were sent. */
  readonly sentBytes: number;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Percent of the conversion. */
  readonly conversionPercent: number;
  /** Set once the record exists. */
  readonly contentId: string | null;
  /** A sentence when it failed. */
  readonly error: string | null;
}

/** A job that has not begun. */
export const newJob = (id: string, request: UploadRequest): UploadJob => ({
  id,
  request,
  stage: 'waiting',
  sentBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  conversionPercent: 0,
  contentId: null,
  error: null,
});

/** Whether leaving the page would lose it. */
export const needsPage = ({ stage }: UploadJob): boolean => stage === 'waiting' || stage === 'upload' || stage === 'saving';

/** Whether it can still be given up: later its record exists, and it is deleted like any content. */
export const isCancellable = ({ stage }: UploadJob): boolean => stage === 'waiting' || stage === 'upload';

/** Whether something is still going on. */
export const isActive = (job: UploadJob): boolean => needsPage(job) || job.stage === 'conversion';

/** Percent of the transfer. */
export const transferPercent = ({ sentBytes, request }: UploadJob): number => (request.file.size === 0 ? 0 : Math.min(100, (sentBytes / request.file.size) * 100));

/** Percent of the whole way: the transfer is 40 of it, the conversion the next 40 (listener specification, upload progress weighting). */
const weightedPercent = (job: UploadJob): number => {
  switch (job.stage) {
    case 'waiting':
    case 'upload':
      return transferPercent(job) * 0.4;
    case 'saving':
      return 40;
    case 'conversion':
      return 40 + job.conversionPercent * 0.4;
    case 'complete':
      return 100;
    case 'failed':
      return 0;
  }
};

/** Percent of all jobs together, rounded; jobs that failed do not count. */
export const overallPercent = (jobs: readonly UploadJob[]): number => {
  const counted = jobs.filter(({ stage }) => stage !== 'failed');
  if (counted.length === 0) return 0;
  return Math.round(counted.reduce((sum, job) => sum + weightedPercent(job), 0) / counted.length);
};
