import type { FrameAnalyzer, TextAnalyzer } from '../../../../lambdas/domain/analysis/analyzers.ts';
import {
  microsOf,
  dollarsOf,
  type AnalysisBudget,
  type Reservation,
} from '../../../../lambdas/domain/analysis/budget.ts';
import type { StepResult } from '../../../../lambdas/domain/analysis/results.ts';
import { lexiconTopics } from '../../../../lambdas/domain/analysis/topics/topic-analyzer.ts';
import type { Segment, Transcript, TranscriptState } from '../../../../lambdas/domain/analysis/transcript.ts';
import type { Attempt } from '../../../../lambdas/domain/conversion/attempt.ts';
import { silentLogger } from '../../../../lambdas/domain/logger.ts';
import { buildLadder } from '../../../../lambdas/domain/media/ladder.ts';
import { definitionOf, termsOf } from '../../../../lambdas/domain/pipeline/definition.ts';
import type { StepRequest } from '../../../../lambdas/domain/pipeline/start-steps.ts';
import {
  newStepRun,
  STEP_LEASE_MS,
  type StepRun,
  type StepRunIds,
} from '../../../../lambdas/domain/pipeline/step-run.ts';
import type { AnalysisDeps } from '../../../../lambdas/domain/analysis/steps/deps.ts';
import { runAnalysis } from '../../../../lambdas/workers/analyze/run-analysis.ts';

export const START = Date.parse('2026-11-20T10:00:00.000Z');
export const CONTENT = 'cnt_1';

/** Stops the worker, as a crash does. */
export class Crash extends Error {}

export const attemptOf = (seconds: number): Attempt =>
  ({
    content_id: CONTENT,
    version_id: 'v1',
    attempt: 1,
    media_version: 'm1',
    state: 'completed',
    duration: seconds,
    ladder: buildLadder(
      {
        container: 'mp4',
        duration: seconds,
        streams: 2,
        bytes: 1,
        video: {
          codec: 'AVC',
          width: 640,
          height: 360,
          rotation: 0,
          frameRate: { numerator: 25, denominator: 1 },
          pixelAspect: 1,
          interlaced: false,
          hdr: false,
        },
        audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
      },
      'free',
      { speech: true, frames: true },
    ),
  }) as Attempt;

/** A budget in memory with the same rules as the table's. */
export const createMemoryBudget = (limit = 1.5) => {
  const reserved = new Map<string, Reservation>();
  const sums = { spent: 0, reservations: 0 };
  const budget: AnalysisBudget = {
    async reserve(_content, step, usd, { done = 0 } = {}) {
      if (sums.spent + microsOf(usd) > microsOf(limit)) return { reason: 'Over the budget.' };
      reserved.set(step, { micros: microsOf(usd), done });
      sums.reservations += 1;
      return 'reserved';
    },
    async settle(_content, step, _reserved, actual) {
      if (!reserved.delete(step)) return;
      sums.spent += microsOf(actual);
    },
    find: async (_content, step) => reserved.get(step),
  };
  return { budget, spent: () => dollarsOf(sums.spent), reservations: () => sums.reservations, open: reserved };
};

interface Options {
  readonly seconds?: number;
  readonly segments?: readonly Segment[];
  readonly limit?: number;
  /** The bytes of a frame; by default, every frame is unreadable and so distinct. */
  readonly frame?: (index: number) => Uint8Array | undefined;
}

/** Everything around the worker, in memory. Paid calls are counted; `crashAt` stops the worker at its nth call. */
export const createAnalysisWorld = ({ seconds = 60, segments = [], limit, frame }: Options = {}) => {
  const clock = { now: START };
  const attempt = attemptOf(seconds);
  const runs: StepRun[] = [];
  const results: StepResult[] = [];
  const requests: StepRequest[] = [];
  const files = new Map<string, unknown>();
  const paid: string[] = [];
  const faults: { crashAt: number; when: 'before' | 'after'; failWith: Error | undefined; calls: number } = {
    crashAt: Infinity,
    when: 'before',
    failWith: undefined,
    calls: 0,
  };
  const memory = createMemoryBudget(limit);
  /** Counts a call, and stops the worker before or after it. */
  const call = async <T>(work: () => T | Promise<T>, billed?: string): Promise<T> => {
    faults.calls += 1;
    if (faults.calls >= faults.crashAt && faults.when === 'before') throw new Crash();
    if (billed && faults.failWith) throw faults.failWith;
    const result = await work();
    if (billed) paid.push(billed);
    if (faults.calls >= faults.crashAt) throw new Crash();
    return result;
  };
  const same = (a: StepRunIds) => (b: StepRunIds) => a.step === b.step && a.run === b.run;
  const transcript: Transcript & TranscriptState = {
    set: 'a',
    content_id: CONTENT,
    version_id: 'v1',
    source: 'machine',
    language: 'en-US',
    revision: 0,
    segment_count: segments.length,
    created_at: new Date(START).toISOString(),
    edited_at: null,
    edited_by: null,
  };
  const text: TextAnalyzer = {
    detectLanguage: () => call(() => ({ Languages: [{ LanguageCode: 'en', Score: 0.99 }] }), 'language'),
    rateSentiments: (texts) =>
      call(
        () => ({
          ResultList: texts.map((one, Index) => ({
            Index,
            Sentiment: one.includes('awful') ? 'NEGATIVE' : 'POSITIVE',
            SentimentScore: { Positive: 0.9, Negative: 0.8 },
          })),
        }),
        `sentiment of ${texts[0]?.slice(0, 20)}`,
      ),
    findEntities: (one) =>
      call(
        () => ({
          Entities: [...one.matchAll(/Paris/g)].map(({ index }) => ({
            Type: 'LOCATION',
            Text: 'Paris',
            Score: 0.97,
            BeginOffset: index,
          })),
        }),
        'entities',
      ),
    findToxic: (texts) =>
      call(
        () => ({
          ResultList: texts.map((one) => ({
            Labels: [
              { Name: 'PROFANITY', Score: one.includes('damn') ? 0.93 : 0.01 },
              { Name: 'SEXUAL', Score: 0.02 },
            ],
          })),
        }),
        `toxic of ${texts[0]?.slice(0, 20)}`,
      ),
  };
  const frames: FrameAnalyzer = {
    moderate: (key) =>
      call(
        () => ({
          ModerationModelVersion: '7.0',
          ModerationLabels: key.includes('.0000003.')
            ? [
                { Name: 'Explicit', ParentName: '', TaxonomyLevel: 1, Confidence: 91 },
                { Name: 'Explicit Nudity', ParentName: 'Explicit', TaxonomyLevel: 2, Confidence: 91 },
              ]
            : [],
        }),
        `moderation ${key}`,
      ),
    label: (key) => call(() => ({ Labels: [{ Name: 'Flower', Confidence: 88 }] }), `label ${key}`),
  };
  const deps: AnalysisDeps = {
    steps: {
      get: async (ids) => runs.find(same(ids)),
      save: async (before, after) => {
        const at = runs.findIndex(same(before));
        if (runs[at]?.rev !== before.rev) return undefined;
        runs[at] = { ...after, rev: before.rev + 1 };
        return runs[at];
      },
    },
    createRun: async (run) => Boolean(runs.push(run)),
    readSources: async () => undefined,
    publish: async (_type, detail) => void requests.push(detail),
    removeAgain: async () => undefined,
    now: () => clock.now,
    attempts: { get: async () => attempt },
    results: { put: async (result) => void results.push(result) },
    transcripts: { read: async () => (segments.length > 0 ? { transcript, segments } : undefined) },
    outputs: {
      list: async (folder) =>
        new Set([...files.keys()].filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length))),
      read: (folder, id) => call(() => files.get(folder + id)),
      write: (folder, id, output) => call(() => void files.set(folder + id, JSON.parse(JSON.stringify(output)))),
      readFrame: async (key) => {
        const index = Number(/\.(\d+)\.jpg$/.exec(key)?.[1]);
        return index < (attempt.ladder?.analysis?.frames?.count ?? 0)
          ? frame
            ? frame(index)
            : new Uint8Array([0])
          : undefined;
      },
    },
    budget: {
      reserve: (...args) => call(() => memory.budget.reserve(...args)),
      settle: (...args) => call(() => memory.budget.settle(...args)),
      find: (...args) => memory.budget.find(...args),
    },
    frames,
    text,
    topics: lexiconTopics,
    textModelVersion: '2017-11-27',
    logger: silentLogger,
  };
  const request = (step: string, run = 1): StepRunIds => {
    const definition = definitionOf(step);
    if (!definition) throw new Error(step);
    const created = newStepRun(attempt, termsOf(definition, attempt), run, clock.now);
    runs.push(created);
    return created;
  };
  return {
    deps,
    clock,
    runs,
    results,
    requests,
    files,
    paid,
    faults,
    memory,
    request,
    find: (ids: StepRunIds) => runs.find(same(ids)),
    /** Delivers the request until the run ends, as the queue does: again after a failure and the lease. */
    async deliver(
      ids: StepRunIds,
      onError: (error: unknown) => void = (error) => {
        if (!(error instanceof Crash)) throw error;
      },
    ) {
      for (let tries = 0; tries < 200 && runs.find(same(ids))?.state === 'running'; tries += 1) {
        try {
          await runAnalysis(deps, ids);
        } catch (error) {
          onError(error);
          clock.now += STEP_LEASE_MS;
        }
        clock.now += 1;
      }
      return runs.find(same(ids));
    },
  };
};
