import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { AwsError } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import type { MediaObjectStore } from '../../media/object-store.ts';
import type { MediaTools } from '../../media/tools.ts';
import { createJobFiles, type JobFiles } from '../job-files.ts';
import { jobPercent, progressEvent, stateEvent } from './events.ts';
import { JOB_ERRORS, JobError } from './job-error.ts';
import { requireJobRole, type JobRoles } from './job-role.ts';
import { DEFAULT_QUEUE, isFinal, type JobRecord, type JobStatus } from './job-record.ts';
import { runJob, type JobPhase } from './run-job.ts';
import { parseJobSettings } from './settings.ts';

/** Milliseconds for which a client token is remembered: one minute, as in AWS. */
const TOKEN_MS = 60_000;

/** A CreateJob request, with the API's names. */
export interface CreateJobInput {
  readonly role?: unknown;
  readonly queue?: unknown;
  readonly settings?: unknown;
  readonly userMetadata?: unknown;
  readonly clientRequestToken?: unknown;
  readonly statusUpdateInterval?: unknown;
  readonly priority?: unknown;
  readonly tags?: unknown;
}

/** Services and limits of jobs. */
export interface JobsOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly store: MediaObjectStore;
  readonly publish: PublishEvent;
  readonly tools: () => MediaTools;
  readonly concurrency: number;
  /** Permissions of the jobs' roles. Default: everything is allowed. */
  readonly roles?: JobRoles;
  /** Minimum time between two progress events of a job, milliseconds. */
  readonly progressEvery: number;
}

/** Jobs and their queue. */
export interface Jobs {
  start(): Promise<void>;
  stop(): Promise<void>;
  create(input: CreateJobInput): Promise<JobRecord>;
  get(id: string): JobRecord;
  cancel(id: string): Promise<void>;
  /** Newest first. */
  list(filter: {
    readonly status?: string;
    readonly queue?: string;
    readonly inputFile?: string;
    readonly order?: string;
  }): readonly JobRecord[];
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
}

const text = (value: unknown, name: string): string => {
  if (typeof value !== 'string' || value === '')
    throw new AwsError('BadRequestException', `/${name}: is a required property`, 400);
  return value;
};

const metadata = (value: unknown): Readonly<Record<string, string>> => {
  if (value === undefined || value === null) return {};
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.some(([, entry]) => typeof entry !== 'string'))
    throw new AwsError('BadRequestException', '/userMetadata: Should contain text only', 400);
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
};

/** ARN of the queue that a request names, or of the default queue. */
export const queueOf = ({ queue }: CreateJobInput): string =>
  typeof queue === 'string' && queue.startsWith('arn:') ? queue : DEFAULT_QUEUE;

/** Names that CreateJob accepts. Other names are rejected, because they would have no effect here. */
const KNOWN_NAMES = [
  'role',
  'queue',
  'settings',
  'userMetadata',
  'clientRequestToken',
  'statusUpdateInterval',
  'priority',
  'tags',
  'accelerationSettings',
  'billingTagsSource',
];

/** The jobs of one engine, and which of them run. */
interface JobQueue {
  readonly options: JobsOptions;
  readonly files: JobFiles<JobRecord>;
  readonly jobs: Map<string, JobRecord>;
  readonly running: Map<string, { readonly controller: AbortController; readonly done: Promise<void> }>;
  stopped: boolean;
  /** Called when the queue is idle. */
  waiters: (() => void)[];
}

const finish = async (
  { options, files }: JobQueue,
  job: JobRecord,
  status: JobStatus,
  change: Partial<JobRecord> = {},
): Promise<void> => {
  Object.assign(job, change, { status, finishedAt: options.clock.now() });
  await files.save(job);
  options.publish(stateEvent(options.clock.now(), job));
};

/** Returns the callback that records a job's progress and publishes it, at most once per `progressEvery`. */
const reportProgress = ({ options: { clock, publish, progressEvery } }: JobQueue, job: JobRecord) => {
  let publishedAt = clock.now();
  return (phase: JobPhase, percent: number, frames: number): void => {
    if (job.status !== 'PROGRESSING') return;
    const entered = job.phase !== phase;
    job.phase = phase;
    job.percent = Math.max(job.percent ?? 0, jobPercent(phase, percent));
    if (!entered && clock.now() - publishedAt < progressEvery) return;
    publishedAt = clock.now();
    publish(progressEvent(publishedAt, job, frames, percent));
  };
};

const run = async (queue: JobQueue, job: JobRecord, controller: AbortController): Promise<void> => {
  const { options, files } = queue;
  const { clock } = options;
  try {
    Object.assign(job, { status: 'PROGRESSING', startedAt: clock.now(), percent: 0 });
    await files.save(job);
    // It may have been canceled meanwhile, and its cancellation reports the state.
    controller.signal.throwIfAborted();
    options.publish(stateEvent(clock.now(), job));
    if (options.roles) requireJobRole(options.roles, job.role, job.settings);
    const result = await runJob({
      settings: job.settings,
      folder: path.join(options.dataDir, 'work', job.id),
      store: options.store,
      tools: options.tools(),
      clock,
      signal: controller.signal,
      onProgress: reportProgress(queue, job),
    });
    if (!controller.signal.aborted) await finish(queue, job, 'COMPLETE', { ...result, percent: 100 });
  } catch (error) {
    // A stopped job keeps its state, so that the next start runs it again. A canceled job has its final state already.
    if (controller.signal.aborted) return;
    const known =
      error instanceof JobError
        ? error
        : new JobError(JOB_ERRORS.encodingFailed, error instanceof Error ? error.message : 'The job failed');
    await finish(queue, job, 'ERROR', { errorCode: known.code, errorMessage: known.message });
  }
};

const wakeWaiters = (queue: JobQueue): void => {
  for (const wake of queue.waiters) wake();
};

/** Starts as many waiting jobs as may run: the highest priority first, then the oldest. */
const startWaiting = (queue: JobQueue): void => {
  const { options, jobs, running } = queue;
  if (queue.stopped) return;
  const waiting = [...jobs.values()]
    .filter((job) => job.status === 'SUBMITTED' && !running.has(job.id))
    .sort((a, b) => b.priority - a.priority || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  for (const job of waiting.slice(0, Math.max(0, options.concurrency - running.size))) {
    const controller = new AbortController();
    const done = run(queue, job, controller)
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        running.delete(job.id);
        startWaiting(queue);
      });
    running.set(job.id, { controller, done });
  }
  if (running.size === 0) {
    wakeWaiters(queue);
    queue.waiters = [];
  }
};

const requireJob = ({ jobs }: JobQueue, id: string): JobRecord => {
  const job = jobs.get(id);
  if (!job) throw new AwsError('NotFoundException', `The job with ID ${id} does not exist.`, 404);
  return job;
};

/** The recent job with the same client token, for a repeated request. */
const findByToken = ({ jobs, options }: JobQueue, token: string | undefined): JobRecord | undefined =>
  token === undefined
    ? undefined
    : [...jobs.values()].find(
        (job) => job.clientRequestToken === token && options.clock.now() - job.createdAt < TOKEN_MS,
      );

const createJob = async (queue: JobQueue, input: CreateJobInput): Promise<JobRecord> => {
  const unknown = Object.keys(input).find((name) => !KNOWN_NAMES.includes(name));
  if (unknown !== undefined)
    throw new AwsError('BadRequestException', `/${unknown}: is not supported by the local MediaConvert`, 400);
  const role = text(input.role, 'role');
  const token = typeof input.clientRequestToken === 'string' ? input.clientRequestToken : undefined;
  const repeated = findByToken(queue, token);
  if (repeated) return repeated;
  const now = queue.options.clock.now();
  const job: JobRecord = {
    id: `${now}-${randomBytes(3).toString('hex')}`,
    createdAt: now,
    role,
    queue: queueOf(input),
    settings: parseJobSettings(input.settings),
    wireSettings: input.settings,
    userMetadata: metadata(input.userMetadata),
    clientRequestToken: token,
    statusUpdateInterval: typeof input.statusUpdateInterval === 'string' ? input.statusUpdateInterval : undefined,
    priority: typeof input.priority === 'number' ? input.priority : 0,
    status: 'SUBMITTED',
  };
  queue.jobs.set(job.id, job);
  await queue.files.save(job);
  setImmediate(() => startWaiting(queue));
  return job;
};

const listJobs = (
  { jobs }: JobQueue,
  { status, queue, inputFile, order }: Parameters<Jobs['list']>[0],
): readonly JobRecord[] => {
  const found = [...jobs.values()]
    .filter((job) => status === undefined || job.status === status)
    .filter((job) => queue === undefined || job.queue === queue || job.queue.endsWith(`/${queue}`))
    .filter(
      (job) => inputFile === undefined || job.settings.inputs.some((input) => input.fileInput.includes(inputFile)),
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return order === 'ASCENDING' ? found.reverse() : found;
};

/** Creates the job queue of an engine. It runs nothing until it is started. */
export const createJobs = (options: JobsOptions): Jobs => {
  const files = createJobFiles<JobRecord>(path.join(options.dataDir, 'jobs'));
  const queue: JobQueue = { options, files, jobs: new Map(), running: new Map(), stopped: true, waiters: [] };
  return {
    get: (id) => requireJob(queue, id),
    async start() {
      queue.stopped = false;
      for (const job of await files.load()) {
        // ffmpeg ended with the earlier process, so unfinished jobs start again with the same ID.
        if (!isFinal(job.status)) job.status = 'SUBMITTED';
        queue.jobs.set(job.id, job);
      }
      startWaiting(queue);
    },
    async stop() {
      queue.stopped = true;
      const active = [...queue.running.values()];
      for (const { controller } of active) controller.abort();
      await Promise.all(active.map(({ done }) => done));
      wakeWaiters(queue);
    },
    create: (input) => createJob(queue, input),
    async cancel(id) {
      const job = requireJob(queue, id);
      if (isFinal(job.status))
        throw new AwsError('ConflictException', `The job with ID ${id} is already ${job.status}.`, 409);
      job.status = 'CANCELED';
      const active = queue.running.get(id);
      active?.controller.abort();
      // Callers remove the job's files after this, so it must not write another one.
      await active?.done;
      await finish(queue, job, 'CANCELED');
    },
    list: (filter) => listJobs(queue, filter),
    idle: () =>
      new Promise((resolve) => {
        queue.waiters.push(resolve);
        setImmediate(() => startWaiting(queue));
      }),
  };
};
