import {
  BadRequestException,
  ConflictException,
  GetTranscriptionJobCommand,
  NotFoundException,
  StartTranscriptionJobCommand,
  TranscribeClient,
  type LanguageCode,
} from '@aws-sdk/client-transcribe';
import type { SpeechFormat } from '../../domain/media/speech-format.ts';
import { clientSettings } from '../client-settings.ts';

/** A transcription job to start. */
export interface RequestedTranscription {
  /** Unique in the account. */
  readonly name: string;
  readonly source: { readonly bucket: string; readonly key: string; readonly format: SpeechFormat };
  readonly output: { readonly bucket: string; readonly key: string };
  /** One of these is spoken. */
  readonly languages: readonly string[];
}

/** Name of Transcribe's own model. A job that used another one names it. */
const GENERAL_MODEL = 'general';

/** The state of a job. `reason` is the service's own sentence. */
export type TranscriptionState =
  | { readonly state: 'running' }
  | { readonly state: 'completed'; readonly model: string }
  | { readonly state: 'failed'; readonly reason: string };

/** Recognizes speech (Amazon Transcribe). */
export interface Transcriber {
  /** Starts a job, unless one with its name exists. Returns the reason when the service rejects it. */
  start(job: RequestedTranscription): Promise<{ readonly rejected: string } | undefined>;
  /** Undefined when there is no such job. */
  find(name: string): Promise<TranscriptionState | undefined>;
}

export const createTranscriber = (
  client: Pick<TranscribeClient, 'send'> = new TranscribeClient(clientSettings),
): Transcriber => ({
  async start({ name, source, output, languages }) {
    try {
      await client.send(
        new StartTranscriptionJobCommand({
          TranscriptionJobName: name,
          Media: { MediaFileUri: `s3://${source.bucket}/${source.key}` },
          MediaFormat: source.format,
          ...(languages.length === 1
            ? { LanguageCode: languages[0] as LanguageCode }
            : { IdentifyLanguage: true, LanguageOptions: [...languages] as LanguageCode[] }),
          OutputBucketName: output.bucket,
          OutputKey: output.key,
        }),
      );
      return undefined;
    } catch (error) {
      if (error instanceof ConflictException) return undefined;
      if (error instanceof BadRequestException) return { rejected: error.message };
      throw error;
    }
  },
  async find(name) {
    try {
      const { TranscriptionJob: job } = await client.send(
        new GetTranscriptionJobCommand({ TranscriptionJobName: name }),
      );
      if (job?.TranscriptionJobStatus === 'COMPLETED')
        return { state: 'completed', model: job.ModelSettings?.LanguageModelName ?? GENERAL_MODEL };
      if (job?.TranscriptionJobStatus === 'FAILED')
        return { state: 'failed', reason: job.FailureReason ?? 'The service names no reason.' };
      return { state: 'running' };
    } catch (error) {
      // For a job that does not exist, the service answers with either of them.
      if (error instanceof NotFoundException) return undefined;
      if (error instanceof BadRequestException && /couldn't be found/i.test(error.message)) return undefined;
      throw error;
    }
  },
});
