import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonService, operation } from '../../aws/json-service.ts';
import type { LocalService, Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import type { Access, Authorize } from '../../iam/access.ts';
import type { MediaObjectStore } from '../../media/object-store.ts';
import { findMediaTools, type MediaTools } from '../../media/tools.ts';
import { findRecognizer, type FoundRecognizer } from './find-recognizer.ts';
import { JOB_STATUSES, jobArn, jobSummary, jobView, type TranscriptionJob } from './job-record.ts';
import { createJobs, type Jobs } from './jobs.ts';
import {
  accessCheckKey,
  badRequest,
  invalidRequest,
  jobName,
  outputKeys,
  parseStartRequest,
  type TranscriptionRequest,
} from './request.ts';
import { runJob } from './run-job.ts';

/** Options of the local Transcribe. */
export interface TranscribeOptions {
  /** Its own folder, for jobs and working files. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly s3: MediaObjectStore;
  readonly publish: PublishEvent;
  /** Authorizes each call. Default: every call is allowed. */
  readonly authorize?: Authorize;
  /** Decides what callers may read and write in S3. Default: everything. */
  readonly access?: Pick<Access, 'denial'>;
  /** Programs to use. Default: found by `findMediaTools` on first use. */
  readonly ffmpeg?: MediaTools;
  /** Default: found by `findRecognizer` on first use. */
  readonly recognizer?: FoundRecognizer;
}

/** The local Transcribe: a service, and a job queue that starts and stops with the local cloud. */
export interface TranscribeEngine extends LocalService {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when no job runs or waits. */
  idle(): Promise<void>;
  /** Every job, newest first. */
  jobs(): readonly TranscriptionJob[];
  /** The recognizer in use, or why there is none, in one line for people. */
  recognizerInUse(): string;
}

/** Jobs of a page, by default and at most. */
const DEFAULT_PAGE = 5;
const MAX_PAGE = 100;

const startInput = z.record(z.string(), z.unknown());
const namedInput = z.object({ TranscriptionJobName: jobName });
const listInput = z.object({
  Status: z.enum(JOB_STATUSES).nullish(),
  JobNameContains: z.string().max(200).nullish(),
  MaxResults: z.int().min(1).max(MAX_PAGE).nullish(),
  NextToken: z
    .string()
    .regex(/^\d{1,9}$/, 'is not one of this service')
    .nullish(),
});

/** The parts that the API operations share. */
interface Api {
  readonly options: TranscribeOptions;
  readonly jobs: Jobs;
}

const objectArn = (bucket: string, key: string): string => `arn:aws:s3:::${bucket}/${key}`;

/** Transcribe uses the caller's permissions to read the media and to write the outputs. */
const requireObjects = async (
  { options: { access, s3 } }: Api,
  caller: Principal | undefined,
  request: TranscriptionRequest,
): Promise<void> => {
  const { media, output } = request;
  const may = (action: string, bucket: string, key: string): boolean =>
    caller === undefined || access?.denial(caller, action, objectArn(bucket, key)) === undefined;
  if (!may('s3:GetObject', media.bucket, media.key) || !(await s3.statObject(media.bucket, media.key)))
    throw badRequest(
      "The S3 URI that you provided can't be accessed. Make sure that you have read permission and try your request " +
        'again.',
    );
  const denied = outputKeys(request).find((key) => !may('s3:PutObject', output.bucket, key));
  if (denied !== undefined)
    throw badRequest(
      "The specified S3 bucket can't be accessed. Make sure that you have write permission and try your request " +
        `again. (s3:PutObject is denied for ${denied})`,
    );
};

const start = async (api: Api, value: Readonly<Record<string, unknown>>, caller: Principal | undefined) => {
  const request = parseStartRequest(value);
  const { authorize, s3 } = api.options;
  authorize?.(caller, 'transcribe:StartTranscriptionJob', '*', {
    'transcribe:outputbucketname': () => [request.output.bucket],
    'transcribe:outputkey': () => [request.output.key],
  });
  if (request.tags.length > 0) authorize?.(caller, 'transcribe:TagResource', jobArn(request.name));
  await requireObjects(api, caller, request);
  await s3.writeObject(request.output.bucket, accessCheckKey(request), '');
  return { TranscriptionJob: jobView(await api.jobs.create(request)) };
};

const list = ({ jobs }: Api, { Status, JobNameContains, MaxResults, NextToken }: z.infer<typeof listInput>) => {
  const part = JobNameContains?.toLowerCase() ?? '';
  const found = jobs
    .list()
    .filter(({ status }) => !Status || status === Status)
    .filter(({ request }) => request.name.toLowerCase().includes(part));
  const from = Number(NextToken ?? 0);
  const to = from + (MaxResults ?? DEFAULT_PAGE);
  return {
    Status: Status ?? undefined,
    TranscriptionJobSummaries: found.slice(from, to).map(jobSummary),
    NextToken: to < found.length ? String(to) : undefined,
  };
};

const operationsOf = (api: Api) => {
  const { authorize } = api.options;
  return {
    StartTranscriptionJob: operation(startInput, (input, caller) => start(api, input, caller)),
    GetTranscriptionJob: operation(namedInput, ({ TranscriptionJobName: name }, caller) => {
      authorize?.(caller, 'transcribe:GetTranscriptionJob', jobArn(name));
      return { TranscriptionJob: jobView(api.jobs.get(name)) };
    }),
    ListTranscriptionJobs: operation(listInput, (input, caller) => {
      authorize?.(caller, 'transcribe:ListTranscriptionJobs', '*');
      return list(api, input);
    }),
    DeleteTranscriptionJob: operation(namedInput, async ({ TranscriptionJobName: name }, caller) => {
      authorize?.(caller, 'transcribe:DeleteTranscriptionJob', jobArn(name));
      await api.jobs.remove(name);
    }),
  };
};

/**
 * Serves batch transcription of Amazon Transcribe (StartTranscriptionJob, GetTranscriptionJob, ListTranscriptionJobs,
 * DeleteTranscriptionJob) with a speech recognizer of this computer.
 *
 * Intended differences from AWS:
 * - Accuracy is that of the recognizer. Without one, jobs fail with a reason; no transcript is ever made up.
 * - PocketSphinx recognizes English only, and writes neither punctuation nor capital letters.
 * - `Settings`, `JobExecutionSettings`, IdentifyMultipleLanguages, redaction, toxicity detection, encryption keys and
 *   custom vocabularies are rejected by name. So is a request without OutputBucketName.
 * - Jobs wait in a queue of one, without a limit of waiting jobs, and are kept for longer than 90 days.
 * - GetTranscriptionJob names the recognizer's model in `ModelSettings`, as AWS does for a custom model. The name
 *   starts with `local-`.
 * - IdentifyLanguage reports the language without a score, and publishes no event of its own.
 */
export const createTranscribeEngine = (options: TranscribeOptions): TranscribeEngine => {
  let { ffmpeg: tools, recognizer: found } = options;
  const recognizer = (): FoundRecognizer => (found ??= findRecognizer());
  const work = path.join(options.dataDir, 'work');
  const jobs = createJobs({
    folder: path.join(options.dataDir, 'jobs'),
    clock: options.clock,
    publish: options.publish,
    run: ({ id, request }, signal) =>
      runJob({
        request,
        folder: path.join(work, id),
        store: options.s3,
        tools: (tools ??= findMediaTools()),
        clock: options.clock,
        signal,
        recognizer,
      }),
  });
  return {
    ...jsonService({ signingName: 'transcribe', operations: operationsOf({ options, jobs }), invalid: invalidRequest }),
    async start() {
      await rm(work, { recursive: true, force: true });
      await jobs.start();
    },
    stop: () => jobs.stop(),
    idle: () => jobs.idle(),
    jobs: () => jobs.list(),
    recognizerInUse() {
      const current = recognizer();
      return 'missing' in current ? `none; ${current.missing}` : current.recognizer.title;
    },
  };
};
