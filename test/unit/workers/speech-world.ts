import { BadRequestException, NotFoundException, type TranscribeClient } from '@aws-sdk/client-transcribe';
import type { StepResult } from '../../../lambdas/domain/analysis/results.ts';
import type { Segment, Transcript } from '../../../lambdas/domain/analysis/transcript.ts';
import type { Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { stepNamed, termsOf } from '../../../lambdas/domain/pipeline/definition.ts';
import type { StepRequest } from '../../../lambdas/domain/pipeline/start-steps.ts';
import { newStepRun, type StepRun, type StepRunIds } from '../../../lambdas/domain/pipeline/step-run.ts';
import type { Script } from '../../../lambdas/domain/transcripts/stored.ts';
import { createTranscriber } from '../../../lambdas/platform/speech/transcriber.ts';
import type { SpeechDeps } from '../../../lambdas/workers/speech/deps.ts';
import { processSpeech } from '../../../lambdas/workers/speech/process-speech.ts';
import { someContent } from '../../support/content.ts';

export const CONTENT = 'cnt_01HZZZZZZZZZZZZZZZZZZZZZZZ';
export const START = Date.UTC(2026, 1, 1);
export const attempt = {
  content_id: CONTENT,
  version_id: 'v1.x',
  attempt: 1,
  media_version: 'm1',
  source_key: `uploads/${CONTENT}/u1`,
  state: 'completed',
  ladder: { kind: 'video', video: [], audio: [{}], tiers: ['480'] },
} as unknown as Attempt;

const word = (content: string, start: number) => ({
  type: 'pronunciation',
  alternatives: [{ content, confidence: '0.9' }],
  start_time: String(start),
  end_time: String(start + 0.4),
});
export const outputOf = (...words: readonly string[]) => ({
  results: { language_code: 'en-US', items: words.map((content, index) => word(content, index)) },
});

/** The worker with Transcribe's client, the table and the bucket replaced. */
export const createWorld = (
  options: { type?: 'music' | 'video'; provider?: 'transcribe' | 'off'; seconds?: number } = {},
) => {
  const clock = { now: START };
  const runs: StepRun[] = [];
  const state = {
    content: someContent({ id: CONTENT, content_type: options.type ?? 'video' }),
    script: undefined as Script | undefined,
    sound: true,
    budget: 'reserved' as 'reserved' | { reason: string },
    settled: [] as number[],
    started: [] as Record<string, unknown>[],
    startError: undefined as Error | undefined,
    job: undefined as Record<string, unknown> | undefined,
    /** Names of deleted jobs; deletions fail while there is an error. */
    deleted: [] as string[],
    deleteError: undefined as Error | undefined,
    output: outputOf('Ask', 'not.') as unknown,
    outputKey: '',
    files: new Map<string, unknown>(),
    attempt,
    results: [] as StepResult[],
    transcripts: [] as { transcript: Transcript; segments: readonly Segment[] }[],
    put: 'current' as 'current' | 'candidate',
    requests: [] as StepRequest[],
  };
  const client = {
    async send({ constructor: { name }, input }: { constructor: { name: string }; input: Record<string, unknown> }) {
      if (name === 'StartTranscriptionJobCommand') {
        state.outputKey = String(input['OutputKey']);
        if (state.startError) throw state.startError;
        state.started.push(input);
        return {};
      }
      const job = String(input['TranscriptionJobName']);
      if (name === 'DeleteTranscriptionJobCommand') {
        if (state.deleteError) throw state.deleteError;
        if (!state.job) throw new BadRequestException({ message: 'The job is IN_PROGRESS.', $metadata: {} });
        state.deleted.push(job);
        return {};
      }
      if (state.deleted.includes(job)) throw new NotFoundException({ message: 'missing', $metadata: {} });
      return { TranscriptionJob: state.job ?? { TranscriptionJobStatus: 'IN_PROGRESS' } };
    },
  } as unknown as Pick<TranscribeClient, 'send'>;
  const isRun = (ids: StepRunIds) => (run: StepRun) => run.step === ids.step && run.run === ids.run;
  const deps: SpeechDeps = {
    attempts: { get: async () => state.attempt },
    content: { get: async () => state.content },
    scripts: { read: async () => state.script },
    transcripts: {
      read: async () => undefined,
      put: async (transcript, segments) => {
        state.transcripts.push({ transcript, segments });
        return state.put;
      },
    },
    results: {
      list: async (_id, version) => state.results.filter(({ version_id: id }) => id === version),
      put: async (result) => void (state.results = [result]),
      removeAll: async () => undefined,
    },
    budget: {
      reserve: async () => state.budget,
      settle: async (_id, _step, _reserved, actual) => void state.settled.push(actual),
    },
    sounds: {
      open: async () =>
        state.sound ? { durationMs: (options.seconds ?? 60) * 1000, read: async () => new Float32Array() } : undefined,
      // Transcribe writes its output when the job completes.
      readJson: async (key) => (state.job && key === state.outputKey ? state.output : state.files.get(key)),
      writeJson: async (key, value) => void state.files.set(key, value),
    },
    transcriber: createTranscriber(client),
    loadAligner: async () => ({
      align: (_sound, words) =>
        words.map((_, index) => ({ start_ms: index * 500, end_ms: index * 500 + 400, score: 0.95 })),
    }),
    transcribesMusic: async () => false,
    provider: options.provider ?? 'transcribe',
    languages: ['en-US', 'de-DE'],
    stage: 'test',
    bucket: 'media',
    sourceBucket: 'uploads',
    steps: {
      get: async (ids) => runs.find(isRun(ids)),
      async save(before, after) {
        const at = runs.findIndex(isRun(before));
        if (runs[at]?.rev !== before.rev) return undefined;
        return (runs[at] = { ...after, rev: before.rev + 1 });
      },
    },
    createRun: async () => true,
    publish: async (_type, request) => void state.requests.push(request),
    readSources: async () =>
      ({ upload: {}, attempts: [state.attempt], current: null, restartable: true, runs, now: clock.now }) as never,
    removeAgain: async () => undefined,
    logger: silentLogger,
    now: () => clock.now,
  };
  const request = (run = 1): StepRun => {
    const created = newStepRun(state.attempt, termsOf(stepNamed('speech'), state.attempt), run, clock.now);
    runs.push(created);
    return created;
  };
  const process = async (ids: StepRunIds) => {
    clock.now += 1000;
    await processSpeech(deps, { kind: 'run', ids });
    return runs.find(isRun(ids));
  };
  return { state, deps, clock, request, process, runs };
};

export const scriptOf = (text: string, kind: Script['kind']): Script => ({
  content_id: CONTENT,
  kind,
  language: 'en',
  text,
  created_at: new Date(START).toISOString(),
  created_by: 'user',
});
export const completed = { TranscriptionJobStatus: 'COMPLETED' };
