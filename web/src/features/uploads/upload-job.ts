import type { ContentDraft } from '../../../../lambdas/contract/content/content.ts';

/** What one upload shall become. */
export interface UploadRequest {
  readonly file: File;
  readonly content: ContentDraft;
  /** Id of the content whose file this one replaces; without it, it becomes a new content. */
  readonly replaces?: string;
  /** Key of the unfinished upload that this file is chosen for. */
  readonly resume?: string;
}

/**
 * `waiting` for its turn, `checking` the file against what was sent of it before, `upload`: bytes are moving, `saving`:
 * the record is made, `conversion` and `processing` (analysis): the server works on it.
 */
export type UploadStage =
  'waiting' | 'checking' | 'upload' | 'saving' | 'conversion' | 'processing' | 'complete' | 'failed';

/** One file on its way, as the screens show it. */
export interface UploadJob {
  readonly id: string;
  readonly request: UploadRequest;
  readonly stage: UploadStage;
  /** Bytes that are stored or were sent. */
  readonly sentBytes: number;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Percent of what the server does in this stage. */
  readonly stagePercent: number;
  /** Set once the server knows the upload. */
  readonly s3Key: string | null;
  /** Whether the whole file is stored, whatever becomes of its record. */
  readonly isStored: boolean;
  /** Set once the record exists. */
  readonly contentId: string | null;
  /** Somebody has to publish it, although that was asked for: content is moderated. */
  readonly awaitsReview: boolean;
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
  stagePercent: 0,
  s3Key: null,
  isStored: false,
  contentId: null,
  awaitsReview: false,
  error: null,
});

/** Whether leaving the page would interrupt it. */
export const needsPage = ({ stage }: UploadJob): boolean =>
  stage === 'waiting' || stage === 'checking' || stage === 'upload' || stage === 'saving';

/** Whether it can still be given up: later its record exists, and it is deleted like any content. */
export const isCancellable = ({ stage }: UploadJob): boolean =>
  stage === 'waiting' || stage === 'checking' || stage === 'upload';

/** Whether something is still going on. */
export const isActive = (job: UploadJob): boolean =>
  needsPage(job) || job.stage === 'conversion' || job.stage === 'processing';

/** Percent of the transfer. */
export const transferPercent = ({ sentBytes, request }: UploadJob): number =>
  request.file.size === 0 ? 0 : Math.min(100, (sentBytes / request.file.size) * 100);

/**
 * Percent of the whole way: 40 for the transfer, 40 for the conversion, 15 for the analysis (listener specification,
 * upload progress weighting).
 */
const weightedPercent = (job: UploadJob): number => {
  switch (job.stage) {
    case 'waiting':
    case 'checking':
    case 'upload':
      return transferPercent(job) * 0.4;
    case 'saving':
      return 40;
    case 'conversion':
      return 40 + job.stagePercent * 0.4;
    case 'processing':
      return 80 + job.stagePercent * 0.15;
    case 'complete':
      return 100;
    case 'failed':
      // It counts as far as it came.
      return job.contentId === null ? transferPercent(job) * 0.4 : 40 + job.stagePercent * 0.4;
  }
};

/** Percent of all jobs together: the rounded average. */
export const overallPercent = (jobs: readonly UploadJob[]): number =>
  jobs.length === 0 ? 0 : Math.round(jobs.reduce((sum, job) => sum + weightedPercent(job), 0) / jobs.length);
