import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { AwsError } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import { createJobFiles, type JobFiles } from '../job-files.ts';
import { JobFailure } from './job-failure.ts';
import { isFinal, stateEvent, type JobOutcome, type TranscriptionJob } from './job-record.ts';
import { badRequest, type TranscriptionRequest } from './request.ts';

/** Services of the jobs. */
export interface JobsOptions {
  /** Folder of the stored jobs. */
  readonly folder: string;
  readonly clock: Clock;
  readonly publish: PublishEvent;
  /** Runs one job. @throws JobFailure with the reason for the user */
  readonly run: (job: TranscriptionJob, signal: AbortSignal) => Promise<JobOutcome>;
}

/** Jobs and their queue. One job runs at a time. */
export interface Jobs {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** @throws AwsError ConflictException when the name is in use */
  create(request: TranscriptionRequest): Promise<TranscriptionJob>;
  get(name: string): TranscriptionJob;
  /** Deletes a job that has ended. Its outputs remain. */
  remove(name: string): Promise<void>;
  /** Newest first. */
  list(): readonly TranscriptionJob[];
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
}

/** The jobs of one engine, by name, and which of them runs. */
interface JobQueue {
  readonly options: JobsOptions;
  readonly files: JobFiles<TranscriptionJob>;
  readonly jobs: Map<string, TranscriptionJob>;
  running: { readonly controller: AbortController; readonly done: Promise<void> } | undefined;
  stopped: boolean;
  /** Called when the queue is idle. */
  waiters: (() => void)[];
}

const run = async (
  { options: { clock, publish, run: runOne }, files }: JobQueue,
  job: TranscriptionJob,
  signal: AbortSignal,
): Promise<void> => {
  try {
    Object.assign(job, { status: 'IN_PROGRESS', startedAt: clock.now() });
    await files.save(job);
    const outcome = await runOne(job, signal);
    Object.assign(job, { status: 'COMPLETED', finishedAt: clock.now(), outcome });
  } catch (error) {
    // A stopped job keeps its state, so that the next start runs it again.
    if (signal.aborted) return;
    if (!(error instanceof JobFailure)) console.error(error);
    const failureReason = error instanceof JobFailure ? error.message : 'Internal failure. Try again.';
    Object.assign(job, { status: 'FAILED', finishedAt: clock.now(), failureReason });
  }
  await files.save(job);
  publish(stateEvent(clock.now(), job));
};

const wakeWaiters = (queue: JobQueue): void => {
  for (const wake of queue.waiters) wake();
  queue.waiters = [];
};

/** Starts the oldest waiting job, if none runs. */
const startNext = (queue: JobQueue): void => {
  if (queue.stopped || queue.running) return;
  const next = [...queue.jobs.values()]
    .filter(({ status }) => status === 'QUEUED')
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0];
  if (!next) return wakeWaiters(queue);
  const controller = new AbortController();
  const done = run(queue, next, controller.signal)
    .catch((error: unknown) => console.error(error))
    .finally(() => {
      queue.running = undefined;
      startNext(queue);
    });
  queue.running = { controller, done };
};

const createJob = async (queue: JobQueue, request: TranscriptionRequest): Promise<TranscriptionJob> => {
  if (queue.jobs.has(request.name))
    throw new AwsError('ConflictException', 'The requested job name already exists. Use a different job name.', 409);
  const now = queue.options.clock.now();
  // A name can differ from another one by case only, which some file systems treat as the same.
  const id = `${now}-${randomBytes(4).toString('hex')}`;
  const job: TranscriptionJob = { id, createdAt: now, request, status: 'QUEUED' };
  queue.jobs.set(request.name, job);
  await queue.files.save(job);
  setImmediate(() => startNext(queue));
  return job;
};

const requireJob = (queue: JobQueue, name: string, error: AwsError): TranscriptionJob => {
  const job = queue.jobs.get(name);
  if (!job) throw error;
  return job;
};

const removeJob = async (queue: JobQueue, name: string): Promise<void> => {
  const missing = badRequest("The requested job couldn't be found. Check the job name and try your request again.");
  const job = requireJob(queue, name, missing);
  if (!isFinal(job)) throw badRequest(`The job ${name} is ${job.status}. Only a job that has ended can be deleted.`);
  queue.jobs.delete(name);
  await queue.files.remove(job);
};

/** Creates the job queue of an engine. It runs nothing until it is started. */
export const createJobs = (options: JobsOptions): Jobs => {
  const files = createJobFiles<TranscriptionJob>(path.resolve(options.folder));
  const queue: JobQueue = { options, files, jobs: new Map(), running: undefined, stopped: true, waiters: [] };
  return {
    async start() {
      queue.stopped = false;
      for (const job of await files.load()) {
        // The recognizer ended with the earlier process, so unfinished jobs start again.
        if (!isFinal(job)) job.status = 'QUEUED';
        queue.jobs.set(job.request.name, job);
      }
      startNext(queue);
    },
    async stop() {
      queue.stopped = true;
      queue.running?.controller.abort();
      await queue.running?.done;
      wakeWaiters(queue);
    },
    create: (request) => createJob(queue, request),
    get: (name) =>
      requireJob(
        queue,
        name,
        new AwsError('NotFoundException', `The requested job couldn't be found: ${name}. Check the job name.`, 404),
      ),
    remove: (name) => removeJob(queue, name),
    list: () => [...queue.jobs.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)),
    idle: () =>
      new Promise((resolve) => {
        queue.waiters.push(resolve);
        setImmediate(() => startNext(queue));
      }),
  };
};
