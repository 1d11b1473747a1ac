import { AsyncLocalStorage } from 'node:async_hooks';
import {
  BadRequestException,
  ConflictException,
  NotFoundException,
  type TranscribeClient,
} from '@aws-sdk/client-transcribe';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { createBudgetRepository, titleBudgetEntity } from '../../../lambdas/data/analysis/budget-repository.ts';
import { createAnalysisResultRepository } from '../../../lambdas/data/analysis/result-repository.ts';
import { createCaptionsRepository } from '../../../lambdas/data/content/captions-repository.ts';
import { saveContent } from '../../../lambdas/data/content/content-writes.ts';
import { createEvaluationRepository } from '../../../lambdas/data/safety/evaluation-repository.ts';
import { readPolicy } from '../../../lambdas/data/safety/policy-entity.ts';
import { createVerdictRepository } from '../../../lambdas/data/safety/safety-repository.ts';
import { createScriptRepository } from '../../../lambdas/data/transcripts/script-repository.ts';
import { createTranscriptRepository } from '../../../lambdas/data/transcripts/transcript-repository.ts';
import type { FrameAnalyzer, TextAnalyzer } from '../../../lambdas/domain/analysis/analyzers.ts';
import { dollarsOf, monthOf } from '../../../lambdas/domain/analysis/budget.ts';
import { monthBefore } from '../../../lambdas/domain/counts/counted.ts';
import { lexiconTopics } from '../../../lambdas/domain/analysis/topics/topic-analyzer.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { pipeline } from '../../../lambdas/domain/pipeline/definition.ts';
import type { StepRunner } from '../../../lambdas/domain/pipeline/run-step.ts';
import type { StepRunIds } from '../../../lambdas/domain/pipeline/step-run.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { createAnalysisStore } from '../../../lambdas/platform/storage/analysis-store.ts';
import { createSoundStore } from '../../../lambdas/platform/speech/sound-store.ts';
import { createTranscriber } from '../../../lambdas/platform/speech/transcriber.ts';
import { createRenditionStore } from '../../../lambdas/platform/storage/stored-objects.ts';
import { runAnalysis } from '../../../lambdas/workers/analyze/run-analysis.ts';
import { applyPolicy } from '../../../lambdas/workers/safety-worker/apply-policy.ts';
import { runSafety } from '../../../lambdas/workers/safety-worker/run-safety.ts';
import { processSpeech } from '../../../lambdas/workers/speech/process-speech.ts';
import { processCaptions } from '../../../lambdas/workers/transcript-captions/process-captions.ts';
import { makeMedia } from '../media/tiny-film.ts';
import { MEDIA, UPLOADS } from './media-engines.ts';
import { startMediaFlow, type MediaFlow } from './media-flow.ts';

const SENTENCES = [
  'The chef cooks a wonderful soup with onions and butter in Paris.',
  'That was a damn awful day and nobody liked the weather there.',
  'The team won the football match after a long season of training.',
];

/** A script of a film, and the milliseconds that the aligner of these tests gives to each of its words. */
export const SCRIPT = { kind: 'text', language: 'en', text: SENTENCES.join(' ') } as const;
const WORD_MS = 200;

/** What Transcribe writes for these sentences. */
const transcribeOutput = (sentences: readonly string[]) => ({
  results: {
    language_code: 'en-US',
    items: sentences.flatMap((sentence, line) =>
      sentence.split(' ').map((content, index) => {
        const start = line * 3 + index * 0.2;
        const times = { start_time: String(start), end_time: String(start + 0.18) };
        return { type: 'pronunciation', alternatives: [{ content, confidence: '0.9' }], ...times };
      }),
    ),
  },
});

/** The providers that are paid by the call, in memory. Every call that they answer is counted. */
const createProviders = (flow: () => MediaFlow) => {
  const title = new AsyncLocalStorage<string>();
  /** Billed calls, by title. */
  const paid: { readonly contentId: string; readonly call: string }[] = [];
  const jobs = new Map<string, { readonly key: string; isDone: boolean }>();
  /** Set by a test: what the providers answer instead, and how many calls they have rejected. */
  const faults: { error: Error | undefined; rejected: number } = { error: undefined, rejected: 0 };
  const call = <T>(name: string, argument: unknown, answer: () => T): Promise<T> =>
    flow().aws.around(name, async () => {
      if (faults.error) {
        faults.rejected += 1;
        throw faults.error;
      }
      const result = answer();
      paid.push({ contentId: title.getStore() ?? '', call: `${name} ${JSON.stringify(argument)}` });
      return result;
    }) as Promise<T>;
  const text: TextAnalyzer = {
    detectLanguage: (value) =>
      call('DetectDominantLanguage', value, () => ({ Languages: [{ LanguageCode: 'en', Score: 0.99 }] })),
    rateSentiments: (texts) =>
      call('BatchDetectSentiment', texts, () => ({
        ResultList: texts.map((_text, Index) => ({
          Index,
          Sentiment: 'POSITIVE' as const,
          SentimentScore: { Positive: 0.9 },
        })),
      })),
    findEntities: (value) => call('DetectEntities', value, () => ({ Entities: [] })),
    findToxic: (texts) =>
      call('DetectToxicContent', texts, () => ({
        ResultList: texts.map((one) => ({
          Labels: [{ Name: 'PROFANITY' as const, Score: one.includes('damn') ? 0.6 : 0.01 }],
        })),
      })),
  };
  const frames: FrameAnalyzer = {
    moderate: (key) =>
      call('DetectModerationLabels', key, () => ({ ModerationModelVersion: '7.0', ModerationLabels: [] })),
    label: (key) => call('DetectLabels', key, () => ({ Labels: [{ Name: 'Pattern', Confidence: 88 }] })),
  };
  const transcribe = {
    async send({ constructor: { name }, input }: { constructor: { name: string }; input: Record<string, string> }) {
      const job = input['TranscriptionJobName'] ?? '';
      if (name === 'GetTranscriptionJobCommand')
        return flow().aws.around('GetTranscriptionJob', async () => {
          if (faults.error) throw faults.error;
          const found = jobs.get(job);
          if (!found) throw new NotFoundException({ message: 'missing', $metadata: {} });
          return { TranscriptionJob: { TranscriptionJobStatus: found.isDone ? 'COMPLETED' : 'IN_PROGRESS' } };
        });
      if (name === 'DeleteTranscriptionJobCommand')
        return flow().aws.around('DeleteTranscriptionJob', async () => {
          if (faults.error) throw faults.error;
          if (!jobs.get(job)?.isDone) throw new BadRequestException({ message: 'in progress', $metadata: {} });
          jobs.delete(job);
          return {};
        });
      return flow().aws.around('StartTranscriptionJob', async () => {
        if (jobs.has(job)) throw new ConflictException({ message: 'exists', $metadata: {} });
        if (faults.error) {
          faults.rejected += 1;
          throw faults.error;
        }
        jobs.set(job, { key: input['OutputKey'] ?? '', isDone: false });
        paid.push({ contentId: title.getStore() ?? '', call: `StartTranscriptionJob ${job}` });
        return {};
      });
    },
  } as unknown as Pick<TranscribeClient, 'send'>;
  return { title, paid, jobs, faults, text, frames, transcribe };
};

type Providers = ReturnType<typeof createProviders>;

/** The workers of the analysis over the engines of the media pipeline. */
const createWorkers = (flow: MediaFlow, { text, frames, transcribe }: Providers) => {
  const { table, s3Client, records, attempts, now } = flow;
  const onBad = (): never => {
    throw new Error('A stored item is corrupt');
  };
  const transcripts = createTranscriptRepository(table, onBad);
  const results = createAnalysisResultRepository(table);
  const verdicts = createVerdictRepository(table);
  const limits = { title: 1.5, month: 50_000 };
  const budget = createBudgetRepository(table, { readLimits: async () => limits, now });
  const shared = { attempts, content: records, transcripts, results, budget, logger };
  const speech = {
    ...shared,
    scripts: createScriptRepository(table),
    sounds: createSoundStore(s3Client, MEDIA),
    transcriber: createTranscriber(transcribe),
    // Finds every word, one after the other.
    loadAligner: async () => ({
      align: (_sound: Float32Array, words: readonly string[]) =>
        words.map((_, index) => ({ start_ms: index * WORD_MS, end_ms: (index + 1) * WORD_MS, score: 0.95 })),
    }),
    transcribesMusic: async () => false,
    provider: 'transcribe' as const,
    languages: ['en-US'],
    stage: 'test',
    bucket: MEDIA,
    sourceBucket: UPLOADS,
  };
  const captions = {
    ...shared,
    captions: createCaptionsRepository(table),
    writeCues: createRenditionStore(s3Client, MEDIA).writeCues,
    removeFile: async (Key: string) => void (await s3Client.send(new DeleteObjectCommand({ Bucket: MEDIA, Key }))),
  };
  const analysis = {
    ...shared,
    outputs: createAnalysisStore(s3Client, MEDIA),
    text,
    frames,
    topics: lexiconTopics,
    textModelVersion: 'test',
  };
  const safety = (runner: StepRunner) => ({
    ...runner,
    ...shared,
    publish: flow.publish,
    verdicts,
    evaluations: createEvaluationRepository(table),
    readPolicy: () => readPolicy(table),
    readSettings: async () => initialSettings,
    savePublication: (before: Content, after: Content) => saveContent(table, before, after, { more: [] }),
    syncStills: async () => undefined,
  });
  const run = (runner: StepRunner, ids: StepRunIds): Promise<unknown> => {
    if (ids.step === 'speech') return processSpeech({ ...runner, ...speech }, { kind: 'run', ids });
    if (ids.step === 'captions') return processCaptions({ ...runner, ...captions }, { kind: 'run', ids });
    if (ids.step === 'safety') return runSafety(safety(runner), ids);
    return runAnalysis({ ...runner, ...analysis }, ids);
  };
  return {
    transcripts,
    results,
    verdicts,
    limits,
    run,
    endJob: (runner: StepRunner, name: string) => processSpeech({ ...runner, ...speech }, { kind: 'job', name }),
    followTranscript: (runner: StepRunner, contentId: string) =>
      processCaptions({ ...runner, ...captions }, { kind: 'changed', contentId }),
    /** Applies a new policy to the catalog, page by page. */
    async applyPolicy(runner: StepRunner, policyVersion: number): Promise<void> {
      const deps = safety(runner);
      for (let page = 0; (await deps.evaluations.read())?.state !== 'done'; page += 1)
        await applyPolicy(deps, { policyVersion, page });
    },
  };
};

/** A film of ten seconds with sound, so that there are several frames. */
const shortFilm = (): Buffer =>
  makeMedia('film.flv', [
    ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=10', '-f', 'lavfi', '-i', 'sine=d=10:r=44100'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2', '-t', '10'],
  ]);

/**
 * The whole pipeline with the analysis, from the upload to the verdict: the real workers over DynamoDB Local, the S3
 * engine and the local MediaConvert. Only the providers that are paid by the call are replaced, and count their calls.
 */
export const startAnalysisFlow = async () => {
  const holder: { flow?: MediaFlow; workers?: ReturnType<typeof createWorkers>; runner?: StepRunner } = {};
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The flow has not started');
    return value;
  };
  const providers = createProviders(() => required(holder.flow));
  const { title, paid, jobs } = providers;
  const flow = await startMediaFlow({
    definitions: pipeline,
    run: (runner, ids) => title.run(ids.content_id, () => required(holder.workers).run(runner, ids)),
    removeJob: createTranscriber(providers.transcribe).remove,
  });
  const workers = createWorkers(flow, providers);
  const runner: StepRunner = {
    steps: flow.steps,
    createRun: flow.steps.create,
    readSources: flow.readSources,
    publish: flow.publish,
    now: flow.now,
    removeAgain: (contentId) => flow.publish('ContentDeleted.v1', { contentId }),
  };
  Object.assign(holder, { flow, workers });
  flow.stage.analysis = { speech: true, frames: true };
  const film = shortFilm();
  /** What is said in the films; a test can empty it. */
  const speech = { sentences: SENTENCES as readonly string[] };
  /** Names of jobs whose event has not been delivered. */
  const jobEvents: string[] = [];

  /** Delivers the event of a job that ended. False when it failed, and Lambda repeats it. */
  const deliverJob = (name: string): Promise<boolean> =>
    title
      .run(name.split('-')[2] ?? '', () => workers.endJob(runner, name))
      .then(
        () => true,
        () => false,
      );
  /** Ends the running jobs: writes their outputs. Returns their names; `lose` drops their events. */
  const endJobs = async ({ lose = false } = {}): Promise<readonly string[]> => {
    const ended = [...jobs].filter(([, { isDone }]) => !isDone);
    for (const [name, job] of ended) {
      await flow.s3.writeObject(MEDIA, job.key, Buffer.from(JSON.stringify(transcribeOutput(speech.sentences))));
      job.isDone = true;
      if (!lose) jobEvents.push(name);
    }
    return ended.map(([name]) => name);
  };

  return {
    ...flow,
    ...providers,
    transcripts: workers.transcripts,
    results: workers.results,
    verdicts: workers.verdicts,
    /** The analysis budgets, in US dollars; a test can change them. */
    limits: workers.limits,
    speech,
    jobEvents,
    deliverJob,
    endJobs,
    followTranscript: (contentId: string) => workers.followTranscript(runner, contentId),
    applyPolicy: (version: number) => workers.applyPolicy(runner, version),
    /** Uploads a film that is published once it is ready. Returns its ID. `late`: the item is created after that. */
    async upload({ script, late = false }: { script?: typeof SCRIPT; late?: boolean } = {}): Promise<string> {
      const path = 'POST /api/functions/s3-upload-url';
      const { body } = await flow.call(path, { fileName: 'film.flv', fileType: '', fileSize: film.length });
      const { contentId, s3Key } = body as { contentId: string; s3Key: string };
      await flow.s3.writeObject(UPLOADS, s3Key, film);
      await flow.call(path, { action: 'complete', s3Key });
      if (late) await this.drain();
      const fields = { s3Key, title: 'A film', contentType: 'video', status: 'published', ...(script && { script }) };
      const created = await flow.call('POST /api/content', fields);
      if (created.status !== 201) throw new Error(JSON.stringify(created.body));
      return contentId;
    },
    /**
     * Delivers everything until nothing is left, except what `hold` names: a step, or `job` for the end of a job.
     * Returns what was held. Messages that fail are left in their queue.
     */
    async drain(hold?: string): Promise<readonly (() => Promise<boolean>)[]> {
      const held: (() => Promise<boolean>)[] = [];
      const failed: (readonly ['ingest' | 'conversion' | 'deletion' | 'steps', BridgeEvent])[] = [];
      for (;;) {
        const queue = (['ingest', 'conversion', 'deletion', 'steps'] as const).find(
          (name) => flow.queues[name].length > 0,
        );
        const event = queue && flow.queues[queue].shift();
        const job = event ? undefined : jobEvents.shift();
        if (queue && event) {
          if (queue === 'steps' && (event.detail as { step: string }).step === hold)
            held.push(() => flow.deliver(queue, event));
          else if (!(await flow.deliver(queue, event))) failed.push([queue, event]);
        } else if (job !== undefined) {
          if (hold === 'job') held.push(() => deliverJob(job));
          else await deliverJob(job);
        } else {
          await flow.mediaConvert.idle();
          const isIdle = Object.values(flow.queues).every((events) => events.length === 0);
          if (isIdle && (await endJobs()).length === 0) break;
        }
      }
      for (const [queue, event] of failed) flow.queues[queue].push(event);
      return held;
    },
    /** Names of the transcription jobs of a title that exist. */
    jobsOf: (contentId: string): readonly string[] => [...jobs.keys()].filter((name) => name.includes(contentId)),
    paidFor: (contentId: string): readonly string[] =>
      paid.filter((one) => one.contentId === contentId).map(({ call }) => call),
    /**
     * What the budget says that a title has spent, in US dollars, and reserved: in this month and the one before, which
     * may have ended during a test.
     */
    async budgetOf(contentId: string): Promise<{ readonly spent: number; readonly reserved: readonly string[] }> {
      const month = monthOf(flow.now());
      const keys = [monthBefore(month), month].map((each) =>
        titleBudgetEntity.key({ month: each, content_id: contentId }),
      );
      const items = await Promise.all(keys.map((key) => flow.table.get(key)));
      const budgets = items.flatMap((item) => (item ? [titleBudgetEntity.parse(item)] : []));
      return {
        spent: dollarsOf(budgets.reduce((sum, { spent }) => sum + spent, 0)),
        reserved: budgets.flatMap(({ reserved }) => Object.keys(reserved)),
      };
    },
  };
};

export type AnalysisFlow = Awaited<ReturnType<typeof startAnalysisFlow>>;
