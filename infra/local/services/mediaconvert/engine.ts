import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { AwsError, readBody, sendJson, sendJsonError, type LocalService, type Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import type { Authorize, ContextValues } from '../../iam/access.ts';
import { MediaToolError } from './confined.ts';
import { DEFAULT_QUEUE, jobArn, type JobRecord, jobView } from './job-record.ts';
import type { JobRoles } from './job-role.ts';
import { createJobs, queueOf, type CreateJobInput, type Jobs } from './jobs.ts';
import type { MediaObjectStore } from './object-store.ts';
import { parseS3Url } from './plan.ts';
import { probeFile, probeResult } from './probe.ts';
import { sniffFile } from './sniff.ts';
import { findMediaTools, type MediaTools } from './tools.ts';

/** Options of the local MediaConvert. */
export interface MediaConvertOptions {
  /** Its own folder, for jobs and working files. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly s3: MediaObjectStore;
  readonly publish: PublishEvent;
  /** Authorizes each call. Default: every call is allowed. */
  readonly authorize?: Authorize;
  /** Permissions of the jobs' roles. Default: everything is allowed. */
  readonly roles?: JobRoles;
  /** Programs to use. Default: found by `findMediaTools` on first use. */
  readonly ffmpeg?: MediaTools;
  /** Jobs that run at the same time. Default: 1, because a job uses every core. */
  readonly concurrency?: number;
  /** Minimum milliseconds between two STATUS_UPDATE events of a job. Default: 1000. */
  readonly progressEvery?: number;
}

/** The local MediaConvert: a service, and a job queue that starts and stops with the local cloud. */
export interface MediaConvertEngine extends LocalService {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
  /** Every job, newest first. */
  jobs(): readonly JobRecord[];
}

const API = '/2017-08-29/';
const DEFAULT_PAGE = 20;

/** Throws when the caller may not run an action. */
type RequirePermission = (action: string, resource: string, values?: ContextValues) => void;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const queueView = (jobs: Jobs) => ({
  name: 'Default',
  arn: DEFAULT_QUEUE,
  type: 'SYSTEM',
  status: 'ACTIVE',
  pricingPlan: 'ON_DEMAND',
  submittedJobsCount: jobs.list({ status: 'SUBMITTED' }).length,
  progressingJobsCount: jobs.list({ status: 'PROGRESSING' }).length,
});

const page = (jobs: Jobs, query: URLSearchParams): Reply => {
  const value = (name: string): string | undefined => query.get(name) ?? undefined;
  const [status, queue, inputFile, order] = [value('status'), value('queue'), value('inputFile'), value('order')];
  const all = jobs.list({
    ...(status === undefined ? {} : { status }),
    ...(queue === undefined ? {} : { queue }),
    ...(inputFile === undefined ? {} : { inputFile }),
    ...(order === undefined ? {} : { order }),
  });
  const size = Number(query.get('maxResults') ?? DEFAULT_PAGE);
  const start = Number(query.get('nextToken') ?? 0);
  if (!Number.isInteger(size) || size < 1 || size > DEFAULT_PAGE || !Number.isInteger(start) || start < 0) {
    throw new AwsError('BadRequestException', `/maxResults: Should be from 1 to ${DEFAULT_PAGE}`, 400);
  }
  const nextToken = start + size < all.length ? { nextToken: String(start + size) } : {};
  return { status: 200, body: { jobs: all.slice(start, start + size).map(jobView), ...nextToken } };
};

const readJson = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  const text = (await readBody(request)).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AwsError('BadRequestException', 'The body should be an object', 400);
  return value as Readonly<Record<string, unknown>>;
};

/** The parts that the API operations share. */
interface Api {
  readonly options: MediaConvertOptions;
  readonly jobs: Jobs;
  findTools(): MediaTools;
  /** Ends probes when the engine stops. */
  stopSignal(): AbortSignal;
}

const probeOne = async ({ options, findTools, stopSignal }: Api, url: string): Promise<unknown> => {
  const { bucket, key } = parseS3Url(url);
  const [found, facts] = await Promise.all([options.s3.objectPath(bucket, key), options.s3.statObject(bucket, key)]);
  if (found === undefined || !facts)
    throw new AwsError('NotFoundException', `The input file ${url} does not exist.`, 404);
  const file = path.resolve(found);
  const sniffed = await sniffFile(file);
  if (sniffed?.format === undefined)
    throw new AwsError('BadRequestException', 'The input file format is not supported.', 400);
  const folder = path.join(options.dataDir, 'probe');
  await mkdir(folder, { recursive: true });
  try {
    const probed = await probeFile(findTools().ffprobe, file, sniffed, folder, options.clock, stopSignal());
    return {
      ...probeResult(sniffed.format, probed),
      metadata: {
        eTag: facts.etag,
        fileSize: facts.size,
        lastModified: facts.lastModified.getTime() / 1000,
        mimeType: facts.contentType,
      },
    };
  } catch (error) {
    if (error instanceof MediaToolError)
      throw new AwsError('BadRequestException', `The input file cannot be read: ${error.message}`, 400);
    throw error;
  }
};

const probe = async (
  api: Api,
  input: Readonly<Record<string, unknown>>,
  requirePermission: RequirePermission,
): Promise<Reply> => {
  const files = input['inputFiles'];
  const urls = Array.isArray(files) ? files.map((file: { readonly fileUrl?: unknown } | null) => file?.fileUrl) : [];
  const [url] = urls;
  if (urls.length !== 1 || typeof url !== 'string' || !/^s3:\/\/[^/]+\/.+/s.test(url)) {
    throw new AwsError('BadRequestException', '/inputFiles: Should contain one s3:// file', 400);
  }
  const { bucket, key } = parseS3Url(url);
  // Probe has no role, so it reads the file with the caller's permissions.
  requirePermission('s3:GetObject', `arn:aws:s3:::${bucket}/${key}`);
  return { status: 200, body: { probeResults: [await probeOne(api, url)] } };
};

const create = async ({ jobs }: Api, input: CreateJobInput, requirePermission: RequirePermission): Promise<Reply> => {
  requirePermission('mediaconvert:CreateJob', queueOf(input));
  if (typeof input.role === 'string')
    requirePermission('iam:PassRole', input.role, { 'iam:passedtoservice': () => ['mediaconvert.amazonaws.com'] });
  const job = await jobs.create(input);
  return { status: 201, body: { job: jobView(job) } };
};

/** Runs the operation of a request. Throws AwsError for a failed or unsupported one. */
const answer = async (api: Api, request: IncomingMessage, caller: Principal | undefined): Promise<Reply> => {
  const { jobs, options } = api;
  const requirePermission: RequirePermission = (action, resource, values) =>
    options.authorize?.(caller, action, resource, values);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const route = `${request.method} ${url.pathname.slice(API.length).replace(/\/[^/]+$/, '/{id}')}`;
  const id = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  if (!url.pathname.startsWith(API)) throw new AwsError('NotFoundException', 'No such path', 404);
  switch (route) {
    case 'POST jobs':
      return create(api, (await readJson(request)) as CreateJobInput, requirePermission);
    case 'GET jobs':
    case 'GET search':
      requirePermission(route === 'GET jobs' ? 'mediaconvert:ListJobs' : 'mediaconvert:SearchJobs', '*');
      return page(jobs, url.searchParams);
    case 'GET jobs/{id}':
      requirePermission('mediaconvert:GetJob', jobArn(id));
      return { status: 200, body: { job: jobView(jobs.get(id)) } };
    case 'DELETE jobs/{id}':
      requirePermission('mediaconvert:CancelJob', jobArn(id));
      await jobs.cancel(id);
      return { status: 202, body: {} };
    case 'POST probe':
      requirePermission('mediaconvert:Probe', '*');
      return probe(api, await readJson(request), requirePermission);
    case 'GET queues':
      requirePermission('mediaconvert:ListQueues', '*');
      return { status: 200, body: { queues: [queueView(jobs)] } };
    case 'GET queues/{id}':
      requirePermission('mediaconvert:GetQueue', DEFAULT_QUEUE.replace('Default', id));
      if (id !== 'Default') throw new AwsError('NotFoundException', `The queue ${id} does not exist.`, 404);
      return { status: 200, body: { queue: queueView(jobs) } };
    default:
      throw new AwsError('BadRequestException', `The local cloud does not support ${route} of MediaConvert`, 400);
  }
};

/**
 * Serves MediaConvert's API (CreateJob, GetJob, ListJobs, SearchJobs, CancelJob, Probe, GetQueue, ListQueues) with
 * ffmpeg.
 *
 * Intended differences from AWS:
 * - Progress events come about every second, whatever `statusUpdateInterval` is (AWS's minimum is ten seconds).
 * - INPUT_INFORMATION events are not sent.
 * - An unsupported setting fails CreateJob with its path.
 * - x264 replaces AWS's encoder, so sizes and quality are similar, not equal.
 *
 * As AWS does, it reads the current version of the input's key when the job starts, forgets client tokens after a
 * minute, and sends no event for SUBMITTED.
 */
export const createMediaConvertEngine = (options: MediaConvertOptions): MediaConvertEngine => {
  let tools = options.ffmpeg;
  const findTools = (): MediaTools => (tools ??= findMediaTools());
  const jobs = createJobs({
    dataDir: options.dataDir,
    clock: options.clock,
    store: options.s3,
    publish: options.publish,
    tools: findTools,
    concurrency: options.concurrency ?? 1,
    progressEvery: options.progressEvery ?? 1000,
    ...(options.roles ? { roles: options.roles } : {}),
  });
  let stopping = new AbortController();
  const api: Api = { options, jobs, findTools, stopSignal: () => stopping.signal };

  return {
    signingName: 'mediaconvert',
    async handle(request, response, caller) {
      try {
        const { status, body } = await answer(api, request, caller);
        sendJson(response, status, body, 'application/json');
      } catch (error) {
        sendJsonError(
          response,
          error instanceof SyntaxError ? new AwsError('BadRequestException', 'Malformed JSON', 400) : error,
        );
      }
    },
    async start() {
      stopping = new AbortController();
      await rm(path.join(options.dataDir, 'work'), { recursive: true, force: true });
      await jobs.start();
    },
    async stop() {
      stopping.abort();
      await jobs.stop();
    },
    idle: () => jobs.idle(),
    jobs: () => jobs.list({}),
  };
};
