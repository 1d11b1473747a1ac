import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/service.ts';
import { bridgeEvent, type BridgeEvent } from '../../events/bus/bridge-event.ts';
import { subtitleKey, type TranscriptionRequest } from './request.ts';

export const JOB_STATUSES = ['QUEUED', 'IN_PROGRESS', 'FAILED', 'COMPLETED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What a completed job found. */
export interface JobOutcome {
  readonly languageCode: string;
  readonly mediaFormat: string;
  readonly sampleRate: number;
  /** The recognizer's title. */
  readonly recognizer: string;
  /** The recognizer's model; missing in jobs of earlier versions. */
  readonly model?: string;
  /** Without speech, there are no subtitle files. */
  readonly hasSpeech: boolean;
}

/** A job as it is stored on disk. Times are epoch milliseconds. */
export interface TranscriptionJob {
  readonly id: string;
  readonly createdAt: number;
  readonly request: TranscriptionRequest;
  status: JobStatus;
  startedAt?: number;
  finishedAt?: number;
  failureReason?: string;
  outcome?: JobOutcome;
}

/** Whether a job has ended. */
export const isFinal = ({ status }: TranscriptionJob): boolean => status === 'COMPLETED' || status === 'FAILED';

/** ARN of a job; permissions to get and delete it name it. */
export const jobArn = (name: string): string =>
  `arn:aws:transcribe:${LOCAL_REGION}:${LOCAL_ACCOUNT}:transcription-job/${name}`;

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);

/** The address of an output, in the form of Transcribe. */
const uriOf = (bucket: string, key: string): string => `https://s3.${LOCAL_REGION}.amazonaws.com/${bucket}/${key}`;

const common = ({ request, createdAt, startedAt, finishedAt, status, failureReason, outcome }: TranscriptionJob) => ({
  TranscriptionJobName: request.name,
  TranscriptionJobStatus: status,
  LanguageCode: request.languageCode ?? outcome?.languageCode,
  CreationTime: seconds(createdAt),
  StartTime: seconds(startedAt),
  CompletionTime: seconds(finishedAt),
  FailureReason: failureReason,
  ...(request.languageCode === undefined ? { IdentifyLanguage: true } : {}),
});

const subtitlesOf = ({ request, outcome }: TranscriptionJob) => {
  const { subtitles, output } = request;
  return (
    subtitles && {
      Formats: subtitles.formats,
      SubtitleFileUris: outcome?.hasSpeech
        ? subtitles.formats.map((format) => uriOf(output.bucket, subtitleKey(request, format)))
        : undefined,
      OutputStartIndex: subtitles.startIndex,
    }
  );
};

/** A job in the shape of GetTranscriptionJob. */
export const jobView = (job: TranscriptionJob): Readonly<Record<string, unknown>> => {
  const { request, status, outcome } = job;
  return {
    ...common(job),
    MediaSampleRateHertz: request.sampleRate ?? outcome?.sampleRate,
    MediaFormat: request.mediaFormat ?? outcome?.mediaFormat,
    Media: { MediaFileUri: request.mediaUri },
    Transcript:
      status === 'COMPLETED' ? { TranscriptFileUri: uriOf(request.output.bucket, request.output.key) } : undefined,
    ...(outcome?.model === undefined ? {} : { ModelSettings: { LanguageModelName: outcome.model } }),
    Settings: { ChannelIdentification: false, ShowAlternatives: false },
    LanguageOptions: request.languageOptions.length > 0 ? request.languageOptions : undefined,
    Subtitles: subtitlesOf(job),
    Tags: request.tags.length > 0 ? request.tags : undefined,
  };
};

/** A job in the shape of ListTranscriptionJobs. */
export const jobSummary = (job: TranscriptionJob): Readonly<Record<string, unknown>> => ({
  ...common(job),
  OutputLocationType: 'CUSTOMER_BUCKET',
});

/** The event of a job that completed or failed. */
export const stateEvent = (now: number, { request, status }: TranscriptionJob): BridgeEvent =>
  bridgeEvent(now, 'aws.transcribe', 'Transcribe Job State Change', {
    TranscriptionJobName: request.name,
    TranscriptionJobStatus: status,
  });
