import {
  BadRequestException,
  ConflictException,
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  NotFoundException,
  StartTranscriptionJobCommand,
  TranscribeClient,
  type LanguageCode,
} from '@aws-sdk/client-transcribe';
import type { Transcriber } from '../../domain/analysis/analyzers.ts';
import { clientSettings } from '../client-settings.ts';

/** Name of Transcribe's own model. A job that used another one names it. */
const GENERAL_MODEL = 'general';

/** Recognizes speech with Amazon Transcribe. */
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
  async remove(name) {
    try {
      await client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: name }));
    } catch (error) {
      // "This can occur when the entity you're trying to delete doesn't exist or if it's in a non-terminal state"
      // (DeleteTranscriptionJob, BadRequestException).
      if (!(error instanceof BadRequestException || error instanceof NotFoundException)) throw error;
    }
  },
});
