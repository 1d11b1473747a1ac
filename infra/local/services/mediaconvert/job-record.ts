import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/service.ts';
import type { JobWarning } from './job-warning.ts';
import type { JobPhase, OutputGroupDetail } from './run-job.ts';
import type { JobSettings } from './settings.ts';

export type JobStatus = 'SUBMITTED' | 'PROGRESSING' | 'COMPLETE' | 'ERROR' | 'CANCELED';

/** A job as it is stored on disk. Times are epoch milliseconds. */
export interface JobRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly role: string;
  readonly queue: string;
  readonly settings: JobSettings;
  /** The settings as received, for GetJob. */
  readonly wireSettings: unknown;
  readonly userMetadata: Readonly<Record<string, string>>;
  readonly clientRequestToken: string | undefined;
  readonly statusUpdateInterval: string | undefined;
  readonly priority: number;
  status: JobStatus;
  startedAt?: number;
  finishedAt?: number;
  phase?: JobPhase;
  percent?: number;
  errorCode?: number;
  errorMessage?: string;
  outputGroupDetails?: readonly OutputGroupDetail[];
  /** Absent in jobs that are older than this field. */
  warnings?: readonly JobWarning[];
}

/** Statuses that a job never leaves. */
export const isFinal = (status: JobStatus): boolean =>
  status === 'COMPLETE' || status === 'ERROR' || status === 'CANCELED';

/** ARN of the account's default queue. */
export const DEFAULT_QUEUE = `arn:aws:mediaconvert:${LOCAL_REGION}:${LOCAL_ACCOUNT}:queues/Default`;

/** How often each warning occurred. */
export const warningGroups = ({ warnings = [] }: JobRecord): readonly { code: number; count: number }[] =>
  warnings.map(({ code }) => ({ code, count: 1 }));

export const jobArn = (id: string): string => `arn:aws:mediaconvert:${LOCAL_REGION}:${LOCAL_ACCOUNT}:jobs/${id}`;

/** Seconds with a fraction, as this API writes times. */
const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);

/** A job in the shape of the API. */
export const jobView = (job: JobRecord): Readonly<Record<string, unknown>> => ({
  id: job.id,
  arn: jobArn(job.id),
  createdAt: seconds(job.createdAt),
  role: job.role,
  queue: job.queue,
  settings: job.wireSettings,
  userMetadata: job.userMetadata,
  clientRequestToken: job.clientRequestToken,
  statusUpdateInterval: job.statusUpdateInterval,
  priority: job.priority,
  status: job.status,
  currentPhase: job.status === 'PROGRESSING' ? job.phase : undefined,
  jobPercentComplete: job.percent,
  errorCode: job.errorCode,
  errorMessage: job.errorMessage,
  messages: { info: [], warning: (job.warnings ?? []).map(({ message }) => message) },
  warnings: warningGroups(job),
  outputGroupDetails: job.outputGroupDetails?.map(({ outputDetails }) => ({
    outputDetails: outputDetails.map(({ durationInMs, videoDetails }) => ({ durationInMs, videoDetails })),
  })),
  timing: {
    submitTime: seconds(job.createdAt),
    startTime: seconds(job.startedAt),
    finishTime: seconds(job.finishedAt),
  },
  accelerationStatus: 'NOT_APPLICABLE',
  billingTagsSource: 'JOB',
});
