import {
  BadRequestException,
  CancelJobCommand,
  ConflictException,
  CreateJobCommand,
  MediaConvertClient,
  NotFoundException,
  ProbeCommand,
  SearchJobsCommand,
  type JobSettings,
  type ProbeResult,
} from '@aws-sdk/client-mediaconvert';
import { clientSettings } from './client-settings.ts';

/** Our ids on a job. Events and search results contain them. All values are text. */
export type JobMetadata = Readonly<Record<'contentId' | 'versionId' | 'attempt' | 'stage', string>>;

/** A job to create. */
export interface RequestedJob {
  readonly roleArn: string;
  readonly settings: JobSettings;
  readonly metadata: JobMetadata;
  /** Idempotency token, the same for all tries of an attempt. MediaConvert remembers it for a minute. */
  readonly token: string;
}

/** Converts files (MediaConvert). */
export interface Converter {
  /** The tracks and properties of a file (`s3://…`); undefined when it cannot be read. */
  probe(url: string): Promise<ProbeResult | undefined>;
  /** The id of the job with this input file and metadata; undefined when there is none. */
  findJob(url: string, metadata: JobMetadata): Promise<string | undefined>;
  createJob(job: RequestedJob): Promise<string>;
  /** No effect when the job has ended or does not exist. */
  cancelJob(jobId: string): Promise<void>;
}

/** Interval between progress events. Ten seconds is the minimum. */
const STATUS_UPDATE_INTERVAL = 'SECONDS_10';
const SEARCH_PAGE = 20;

/** Probing reads a large file's index over the network, so it may take longer than other calls. */
const settings = { ...clientSettings, requestHandler: { ...clientSettings.requestHandler, requestTimeout: 25_000 } };

export const createConverter = (
  client: Pick<MediaConvertClient, 'send'> = new MediaConvertClient(settings),
): Converter => ({
  async probe(url) {
    try {
      const { ProbeResults } = await client.send(new ProbeCommand({ InputFiles: [{ FileUrl: url }] }));
      return ProbeResults?.[0];
    } catch (error) {
      if (error instanceof BadRequestException) return undefined;
      throw error;
    }
  },
  async findJob(url, metadata) {
    let nextToken: string | undefined;
    do {
      const page = await client.send(
        new SearchJobsCommand({
          InputFile: url,
          MaxResults: SEARCH_PAGE,
          Order: 'DESCENDING',
          ...(nextToken ? { NextToken: nextToken } : {}),
        }),
      );
      const found = page.Jobs?.find(({ UserMetadata }) =>
        Object.entries(metadata).every(([name, value]) => UserMetadata?.[name] === value),
      );
      if (found?.Id) return found.Id;
      nextToken = page.NextToken;
    } while (nextToken);
    return undefined;
  },
  async createJob({ roleArn, settings: jobSettings, metadata, token }) {
    const { Job } = await client.send(
      new CreateJobCommand({
        Role: roleArn,
        Settings: jobSettings,
        UserMetadata: { ...metadata },
        ClientRequestToken: token,
        StatusUpdateInterval: STATUS_UPDATE_INTERVAL,
      }),
    );
    if (!Job?.Id) throw new Error('MediaConvert returned no job id');
    return Job.Id;
  },
  async cancelJob(jobId) {
    try {
      await client.send(new CancelJobCommand({ Id: jobId }));
    } catch (error) {
      if (!(error instanceof ConflictException || error instanceof NotFoundException)) throw error;
    }
  },
});
