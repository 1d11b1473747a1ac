import type { ScriptInput } from '../../../../../lambdas/contract/content/transcript-editing.ts';
import type { ContentDraft } from '../../../../../lambdas/contract/content/content.ts';

/** A file to upload and the content item it belongs to. */
export interface UploadRequest {
  readonly file: File;
  readonly content: ContentDraft;
  /**
   * What is said or sung, stored together with the content item. An unfinished upload does not keep it: a script can be
   * larger than the record of an upload.
   */
  readonly script?: ScriptInput;
  /** ID of the content item whose file is replaced. Without it, the upload creates a new content item. */
  readonly replaces?: string;
  /** Key of the unfinished upload to resume. */
  readonly resume?: string;
}

/**
 * `waiting`: queued. `checking`: the file is compared with the parts that were sent before. `upload`: the file is being
 * sent. `saving`: the content item is being created. `conversion` and `processing` (analysis): run on the server.
 */
export type UploadStage =
  'waiting' | 'checking' | 'upload' | 'saving' | 'conversion' | 'processing' | 'complete' | 'failed';

/** The state of one upload. */
export interface UploadJob {
  readonly id: string;
  readonly request: UploadRequest;
  readonly stage: UploadStage;
  /** Bytes that are stored or have been sent. */
  readonly sentBytes: number;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Progress of the server in this stage, in percent. */
  readonly stagePercent: number;
  /** Set once the server has registered the upload. */
  readonly s3Key: string | null;
  /** Whether the whole file is stored, even if its content item does not exist yet. */
  readonly isStored: boolean;
  /** Set once the content item exists. */
  readonly contentId: string | null;
  /** The user asked to publish the item or to replace its file, which waits for a review: content is moderated. */
  readonly awaitsReview: boolean;
  /** User-facing message of a failed upload. */
  readonly error: string | null;
}

/** A job that has not started. */
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

/** Whether leaving the page would interrupt the upload. */
export const needsPage = ({ stage }: UploadJob): boolean =>
  stage === 'waiting' || stage === 'checking' || stage === 'upload' || stage === 'saving';

/** Whether the upload can be canceled. After that, its content item exists and can be deleted. */
export const isCancellable = ({ stage }: UploadJob): boolean =>
  stage === 'waiting' || stage === 'checking' || stage === 'upload';

/** Whether the upload or its processing is still running. */
export const isActive = (job: UploadJob): boolean =>
  needsPage(job) || job.stage === 'conversion' || job.stage === 'processing';

/** Progress of the transfer, in percent. */
export const transferPercent = ({ sentBytes, request }: UploadJob): number =>
  request.file.size === 0 ? 0 : Math.min(100, (sentBytes / request.file.size) * 100);

/**
 * Overall progress in percent: 40 for the transfer, 40 for the conversion, 15 for the analysis (listener specification,
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
      // Keeps the progress that it reached.
      return job.contentId === null ? transferPercent(job) * 0.4 : 40 + job.stagePercent * 0.4;
  }
};

/** Average progress of all jobs, in percent, rounded. */
export const overallPercent = (jobs: readonly UploadJob[]): number =>
  jobs.length === 0 ? 0 : Math.round(jobs.reduce((sum, job) => sum + weightedPercent(job), 0) / jobs.length);
