import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { AwsError } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import { jobPercent, progressEvent, stateEvent } from './events.ts';
import { JOB_ERRORS, JobError } from './job-error.ts';
import { requireJobRole, type JobRoles } from './job-role.ts';
import { DEFAULT_QUEUE, createJobFiles, isFinal, type JobRecord, type JobStatus } from './job-record.ts';
import type { MediaObjectStore } from './object-store.ts';
import { runJob, type JobPhase } from './run-job.ts';
import { parseJobSettings } from './settings.ts';
import type { MediaTools } from './tools.ts';

/** Milliseconds for which a client token is remembered; AWS forgets it after a minute too. */
const TOKEN_MS = 60_000;

/** A CreateJob request, in the names of the wire. */
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

/** What jobs run with. */
export interface JobsOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly store: MediaObjectStore;
  readonly publish: PublishEvent;
  readonly tools: () => MediaTools;
  readonly concurrency: number;
  /** Decides what jobs may do in their role's name; everything is allowed when left out. */
  readonly roles?: JobRoles;
  /** Least time between two progress events of a job, milliseconds. */
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
  /** Resolves when nothing runs and nothing waits. */
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
    throw new AwsError('BadRequestException', '/userMetadata: Should hold text only', 400);
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
};

/** ARN of the queue that a request names, or of the default one. */
export const queueOf = ({ queue }: CreateJobInput): string =>
  typeof queue === 'string' && queue.startsWith('arn:') ? queue : DEFAULT_QUEUE;

/** Names that CreateJob takes; others would silently do nothing here. */
const KNOWN = [
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

export const createJobs = (options: JobsOptions): Jobs => {
  const { clock, publish } = options;
  const files = createJobFiles(path.join(options.dataDir, 'jobs'));
  const jobs = new Map<string, JobRecord>();
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<void> }>();
  let stopped = true;
  let waiters: (() => void)[] = [];

  const finish = async (job: JobRecord, status: JobStatus, change: Partial<JobRecord> = {}): Promise<void> => {
    Object.assign(job, change, { status, finishedAt: clock.now() });
    await files.save(job);
    publish(stateEvent(clock.now(), job));
  };

  const progress = (job: JobRecord) => {
    let told = clock.now();
    return (phase: JobPhase, percent: number, frames: number): void => {
      if (job.status !== 'PROGRESSING') return;
      const entered = job.phase !== phase;
      job.phase = phase;
      job.percent = Math.max(job.percent ?? 0, jobPercent(phase, percent));
      if (!entered && clock.now() - told < options.progressEvery) return;
      told = clock.now();
      publish(progressEvent(told, job, frames, percent));
    };
  };

  const run = async (job: JobRecord, controller: AbortController): Promise<void> => {
    try {
      Object.assign(job, { status: 'PROGRESSING', startedAt: clock.now(), percent: 0 });
      await files.save(job);
      publish(stateEvent(clock.now(), job));
      if (options.roles) requireJobRole(options.roles, job.role, job.settings);
      const outputGroupDetails = await runJob({
        settings: job.settings,
        folder: path.join(options.dataDir, 'work', job.id),
        store: options.store,
        tools: options.tools(),
        clock,
        signal: controller.signal,
        onProgress: progress(job),
      });
      if (!controller.signal.aborted) await finish(job, 'COMPLETE', { outputGroupDetails, percent: 100 });
    } catch (error) {
      // A stop leaves the job as it is: it is taken up again at the next start. A cancel has written its own end.
      if (controller.signal.aborted) return;
      const known =
        error instanceof JobError
          ? error
          : new JobError(JOB_ERRORS.encodingFailed, error instanceof Error ? error.message : 'The job failed');
      await finish(job, 'ERROR', { errorCode: known.code, errorMessage: known.message });
    }
  };

  const next = (): void => {
    if (stopped) return;
    const waiting = [...jobs.values()]
      .filter((job) => job.status === 'SUBMITTED' && !running.has(job.id))
      .sort((a, b) => b.priority - a.priority || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    for (const job of waiting.slice(0, Math.max(0, options.concurrency - running.size))) {
      const controller = new AbortController();
      const done = run(job, controller)
        .catch((error: unknown) => console.error(error))
        .finally(() => {
          running.delete(job.id);
          next();
        });
      running.set(job.id, { controller, done });
    }
    if (running.size === 0) {
      for (const wake of waiters) wake();
      waiters = [];
    }
  };

  const get = (id: string): JobRecord => {
    const job = jobs.get(id);
    if (!job) throw new AwsError('NotFoundException', `The job with ID ${id} does not exist.`, 404);
    return job;
  };

  return {
    get,
    async start() {
      stopped = false;
      for (const job of await files.load()) {
        // ffmpeg ended with the process that started it: what had begun begins again, under its own id.
        if (!isFinal(job.status)) job.status = 'SUBMITTED';
        jobs.set(job.id, job);
      }
      next();
    },
    async stop() {
      stopped = true;
      const active = [...running.values()];
      for (const { controller } of active) controller.abort();
      await Promise.all(active.map(({ done }) => done));
      for (const wake of waiters) wake();
    },
    async create(input) {
      const unknown = Object.keys(input).find((name) => !KNOWN.includes(name));
      if (unknown !== undefined)
        throw new AwsError('BadRequestException', `/${unknown}: is not served by the local MediaConvert`, 400);
      const role = text(input.role, 'role');
      const token = typeof input.clientRequestToken === 'string' ? input.clientRequestToken : undefined;
      const known =
        token === undefined
          ? undefined
          : [...jobs.values()].find(
              (job) => job.clientRequestToken === token && clock.now() - job.createdAt < TOKEN_MS,
            );
      if (known) return known;
      const now = clock.now();
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
      jobs.set(job.id, job);
      await files.save(job);
      setImmediate(next);
      return job;
    },
    async cancel(id) {
      const job = get(id);
      if (isFinal(job.status))
        throw new AwsError('ConflictException', `The job with ID ${id} is already ${job.status}.`, 409);
      running.get(id)?.controller.abort();
      await finish(job, 'CANCELED');
    },
    list({ status, queue, inputFile, order }) {
      const found = [...jobs.values()]
        .filter((job) => status === undefined || job.status === status)
        .filter((job) => queue === undefined || job.queue === queue || job.queue.endsWith(`/${queue}`))
        .filter(
          (job) => inputFile === undefined || job.settings.inputs.some((input) => input.fileInput.includes(inputFile)),
        )
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
      return order === 'ASCENDING' ? found.reverse() : found;
    },
    idle: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        setImmediate(next);
      }),
  };
};
