import type { TranscribeEngine } from '../services/transcribe/engine.ts';
import { isFinal, type TranscriptionJob } from '../services/transcribe/job-record.ts';
import type { Panel } from './panel.ts';
import { integerOf } from './router.ts';

const jobView = ({ request, status, createdAt, startedAt, finishedAt, failureReason, outcome }: TranscriptionJob) => ({
  name: request.name,
  status,
  media: request.mediaUri,
  language: request.languageCode ?? outcome?.languageCode ?? null,
  createdAt,
  startedAt: startedAt ?? null,
  finishedAt: finishedAt ?? null,
  reason: failureReason ?? (outcome?.hasSpeech === false ? 'No speech was found.' : null),
});

/** Transcribe's jobs, newest first, and the recognizer. Its number is the unfinished jobs. */
export const transcriptionPanel = (transcribe: Pick<TranscribeEngine, 'jobs' | 'recognizerInUse'>): Panel => ({
  id: 'transcriptions',
  routes: {
    'GET transcriptions': ({ query }) => {
      const all = transcribe.jobs();
      const jobs = all.slice(0, integerOf(query, 'limit', 50, 1, 500)).map(jobView);
      return { recognizer: transcribe.recognizerInUse(), total: all.length, jobs };
    },
  },
  overview: () => ({ transcribing: transcribe.jobs().filter((job) => !isFinal(job)).length }),
});
