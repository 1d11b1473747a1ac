import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type RestCall, type RestReply, restJsonService, type RestRoute, route } from '../../aws/rest-json-service.ts';
import { AwsError, type LocalService } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import type { Authorize, ContextValues } from '../../iam/access.ts';
import { MediaToolError } from '../../media/confined.ts';
import { parseS3Url, type MediaObjectStore } from '../../media/object-store.ts';
import { probeFile, probeResult } from '../../media/probe.ts';
import { sniffFile } from '../../media/sniff.ts';
import { findMediaTools, type MediaTools } from '../../media/tools.ts';
import { DEFAULT_QUEUE, jobArn, type JobRecord, jobView } from './job-record.ts';
import type { JobRoles } from './job-role.ts';
import { createJobs, queueOf, type CreateJobInput, type Jobs } from './jobs.ts';

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

const API = '/2017-08-29';
/** Jobs of a page, when the caller names no number and at most. */
const MAX_PAGE = 20;

/** Throws when the caller may not run an action. */
type RequirePermission = (action: string, resource: string, values?: ContextValues) => void;

const listQuery = z.object({
  status: z.string().optional(),
  queue: z.string().optional(),
  inputFile: z.string().optional(),
  order: z.string().optional(),
  maxResults: z.coerce.number().int().min(1).max(MAX_PAGE).default(MAX_PAGE),
  nextToken: z.coerce.number().int().min(0).default(0),
});
const jobInput: z.ZodType<CreateJobInput> = z.record(z.string(), z.unknown());
const probeInput = z.object({
  inputFiles: z.array(z.object({ fileUrl: z.string().regex(/^s3:\/\/[^/]+\/.+/s) })).length(1),
});

const queueView = (jobs: Jobs) => ({
  name: 'Default',
  arn: DEFAULT_QUEUE,
  type: 'SYSTEM',
  status: 'ACTIVE',
  pricingPlan: 'ON_DEMAND',
  submittedJobsCount: jobs.list({ status: 'SUBMITTED' }).length,
  progressingJobsCount: jobs.list({ status: 'PROGRESSING' }).length,
});

const listJobs = (jobs: Jobs, { query }: RestCall): RestReply => {
  const { status, queue, inputFile, order, maxResults, nextToken } = query(listQuery);
  const all = jobs.list({
    ...(status === undefined ? {} : { status }),
    ...(queue === undefined ? {} : { queue }),
    ...(inputFile === undefined ? {} : { inputFile }),
    ...(order === undefined ? {} : { order }),
  });
  const end = nextToken + maxResults;
  const next = end < all.length ? { nextToken: String(end) } : {};
  return { body: { jobs: all.slice(nextToken, end).map(jobView), ...next } };
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

const probe = async (api: Api, { json }: RestCall, requirePermission: RequirePermission): Promise<RestReply> => {
  const { inputFiles } = await json(probeInput);
  const url = inputFiles[0]?.fileUrl ?? '';
  const { bucket, key } = parseS3Url(url);
  // Probe has no role, so it reads the file with the caller's permissions.
  requirePermission('s3:GetObject', `arn:aws:s3:::${bucket}/${key}`);
  return { body: { probeResults: [await probeOne(api, url)] } };
};

const create = async ({ jobs }: Api, { json }: RestCall, requirePermission: RequirePermission): Promise<RestReply> => {
  const input = await json(jobInput);
  requirePermission('mediaconvert:CreateJob', queueOf(input));
  if (typeof input.role === 'string')
    requirePermission('iam:PassRole', input.role, { 'iam:passedtoservice': () => ['mediaconvert.amazonaws.com'] });
  return { status: 201, body: { job: jobView(await jobs.create(input)) } };
};

/** The operations of the API. Each authorizes its caller. */
const routesOf = (api: Api): readonly RestRoute[] => {
  const { jobs, options } = api;
  const permissionsOf =
    ({ caller }: RestCall): RequirePermission =>
    (action, resource, values) =>
      options.authorize?.(caller, action, resource, values);
  return [
    route('POST', `${API}/jobs`, (call) => create(api, call, permissionsOf(call))),
    route('GET', `${API}/jobs`, (call) => {
      permissionsOf(call)('mediaconvert:ListJobs', '*');
      return listJobs(jobs, call);
    }),
    route('GET', `${API}/search`, (call) => {
      permissionsOf(call)('mediaconvert:SearchJobs', '*');
      return listJobs(jobs, call);
    }),
    route('GET', `${API}/jobs/{id}`, (call) => {
      permissionsOf(call)('mediaconvert:GetJob', jobArn(call.path.id));
      return { body: { job: jobView(jobs.get(call.path.id)) } };
    }),
    route('DELETE', `${API}/jobs/{id}`, async (call) => {
      permissionsOf(call)('mediaconvert:CancelJob', jobArn(call.path.id));
      await jobs.cancel(call.path.id);
      return { status: 202, body: {} };
    }),
    route('POST', `${API}/probe`, (call) => {
      permissionsOf(call)('mediaconvert:Probe', '*');
      return probe(api, call, permissionsOf(call));
    }),
    route('GET', `${API}/queues`, (call) => {
      permissionsOf(call)('mediaconvert:ListQueues', '*');
      return { body: { queues: [queueView(jobs)] } };
    }),
    route('GET', `${API}/queues/{name}`, (call) => {
      const { name } = call.path;
      permissionsOf(call)('mediaconvert:GetQueue', DEFAULT_QUEUE.replace('Default', name));
      if (name !== 'Default') throw new AwsError('NotFoundException', `The queue ${name} does not exist.`, 404);
      return { body: { queue: queueView(jobs) } };
    }),
  ];
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
 * - Colors are converted by our own tone curve, for HDR sources only. Without the filters for it in ffmpeg, they are
 *   left as they are, and the job has a warning.
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

  const service = restJsonService({
    signingName: 'mediaconvert',
    routes: routesOf(api),
    unknown: (method, target) =>
      new AwsError('BadRequestException', `The local cloud does not support ${method} ${target} of MediaConvert`),
    invalid: ({ path: names, message }) => new AwsError('BadRequestException', `/${names.join('/')}: ${message}`),
    malformed: 'BadRequestException',
  });

  return {
    ...service,
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
