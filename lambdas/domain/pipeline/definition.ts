import { framesPrice, speechPrice, textPrice, topicsPrice } from '../analysis/prices.ts';
import { jobTimeMs, START_TIME_MS, type Attempt } from '../conversion/attempt.ts';
import { ABORTED_REASON, NO_VIDEO_REASON, PLAYLISTS_OVERDUE_REASON, overdueReason } from '../conversion/reasons.ts';
import { convertStep, posterStep, probeStep, storyboardStep, uploadStep } from '../conversion/steps.ts';
import { priceOf } from '../media/prices.ts';
import { CLAIM_TIME_MS } from '../uploads/upload.ts';
import { NO_PICTURE_REASON, OFF_REASON } from '../analysis/reasons.ts';
import type { Ladder } from '../media/ladder.ts';
import type { StepSources, StepStatus } from './sources.ts';
import { fullAnalysis, type StageAnalysis } from './stage.ts';
import type { StepTerms } from './step-run.ts';

/** What is known about the media of an attempt once its file is checked. */
export type MediaFacts = Pick<Attempt, 'ladder' | 'duration' | 'price_tier'>;

/**
 * How a step is run again. `never`: it cannot be, for this reason. `conversion`: by a new attempt, which makes the
 * results of all steps of the conversion. `alone`: by a new run of this step, without converting the file.
 */
export type Rerun =
  { readonly by: 'never'; readonly reason: string } | { readonly by: 'conversion' } | { readonly by: 'alone' };

/** A job of another service that a step waits for. */
export interface StepJob {
  /** Milliseconds that the job can take before the sweeper fails the run. */
  readonly timeLimitMs: (media: MediaFacts) => number;
  /** Why the run failed then, as a sentence for the user. */
  readonly overdueReason: string;
}

/** Files and stages that a step is limited to. Each reason is a sentence for the user. */
export interface StepLimits {
  /** Kinds of media; a file of another kind has nothing that the step could work on. @default all */
  readonly media?: { readonly kinds: readonly Ladder['kind'][]; readonly reason: string };
  /** @default all */
  readonly stages?: { readonly include: (stage: StageAnalysis) => boolean; readonly reason: string };
}

/** A processing step. Everything that shows, starts, repeats or ends steps reads it from here. */
export interface StepDefinition {
  /** Lowercase; stored in runs and used in URLs. */
  readonly name: string;
  /** What users call it. */
  readonly title: string;
  /** Steps that must be completed or skipped before it starts. */
  readonly needs: readonly string[];
  /** For other files and stages it is skipped, without a run. @default all files and stages */
  readonly appliesTo?: StepLimits;
  /**
   * Whether it also starts after steps that failed or can never start, because it evaluates what is missing.
   * @default false
   */
  readonly startsAfterFailure?: boolean;
  /** Whether it runs again whenever a step that it needs has run after it. @default false */
  readonly followsReruns?: boolean;
  /**
   * Event that starts its first run. `StepRequested.v1` is published as soon as the steps that it needs are done.
   * Undefined for the upload, which a user starts.
   */
  readonly startedBy: 'Object Created' | 'MediaConvert Job State Change' | 'StepRequested.v1' | undefined;
  /** The step whose work also makes this step's result. @default none */
  readonly partOf?: string;
  /** Milliseconds that a run can take before the sweeper fails it. */
  readonly timeLimitMs: (media: MediaFacts) => number;
  /** Why an overdue run failed, as a sentence for the user. */
  readonly overdueReason: string;
  /** The job of another service that does the work. @default none */
  readonly job?: StepJob;
  readonly rerun: Rerun;
  /** Expected cost of a run with new input in US dollars at list price. */
  readonly cost: (media: MediaFacts, stage: StageAnalysis) => number;
  /** Reads the status from the records of the conversion. @default that of the step's latest run */
  readonly status?: (sources: StepSources) => StepStatus;
}

/**
 * Milliseconds that a step of the analysis can take, whatever the length of the title. It waits while its provider is
 * down and while many uploads are before it, because nothing depends on it; the work itself takes minutes.
 */
const ANALYSIS_TIME_MS = 24 * 3_600_000;
/** Milliseconds that a transcription job of a short title can take. */
const TRANSCRIPTION_TIME_MS = 3_600_000;
const ANALYSIS_OVERDUE = 'The analysis did not finish in time. Run this step again.';
const dollars = (usd: number): number => Number(usd.toFixed(6));

const included = (): number => 0;
const ofVideos = (reason: string): StepLimits => ({ media: { kinds: ['video'], reason } });
const ofStages = (include: (stage: StageAnalysis) => boolean): StepLimits => ({
  stages: { include, reason: OFF_REASON },
});
const jobTime = ({ duration = 0 }: MediaFacts): number => jobTimeMs(duration);
const conversionCost = ({ ladder, duration = 0, price_tier: tier }: MediaFacts): number =>
  ladder ? Number(priceOf(ladder, duration, tier).toFixed(6)) : 0;

/** The steps of the conversion. */
export const conversionSteps: readonly StepDefinition[] = [
  {
    name: 'upload',
    title: 'Upload',
    needs: [],
    startedBy: undefined,
    timeLimitMs: () => CLAIM_TIME_MS,
    overdueReason: ABORTED_REASON,
    rerun: { by: 'never', reason: 'A file cannot be sent again from here. Upload it again.' },
    cost: included,
    status: uploadStep,
  },
  {
    name: 'probe',
    title: 'Check',
    needs: ['upload'],
    startedBy: 'Object Created',
    timeLimitMs: () => START_TIME_MS,
    overdueReason: overdueReason(false),
    rerun: { by: 'conversion' },
    cost: included,
    status: probeStep,
  },
  {
    name: 'convert',
    title: 'Conversion',
    needs: ['probe'],
    startedBy: 'Object Created',
    timeLimitMs: jobTime,
    overdueReason: overdueReason(true),
    rerun: { by: 'conversion' },
    cost: conversionCost,
    status: convertStep,
  },
  {
    name: 'poster',
    title: 'Poster',
    needs: ['probe'],
    appliesTo: ofVideos(NO_VIDEO_REASON),
    startedBy: 'Object Created',
    partOf: 'convert',
    timeLimitMs: jobTime,
    overdueReason: overdueReason(true),
    rerun: { by: 'conversion' },
    cost: included,
    status: posterStep,
  },
  {
    name: 'storyboard',
    title: 'Storyboard',
    needs: ['probe'],
    appliesTo: ofVideos(NO_VIDEO_REASON),
    startedBy: 'Object Created',
    partOf: 'convert',
    timeLimitMs: jobTime,
    overdueReason: overdueReason(true),
    rerun: { by: 'conversion' },
    cost: included,
    status: storyboardStep,
  },
  {
    name: 'ready',
    title: 'Ready to play',
    needs: ['convert'],
    // The worker that receives the end of the job writes the playlists at once.
    startedBy: 'MediaConvert Job State Change',
    timeLimitMs: () => START_TIME_MS,
    overdueReason: PLAYLISTS_OVERDUE_REASON,
    rerun: { by: 'alone' },
    cost: included,
  },
];

/** The steps of the analysis. None of them affects playback. */
const analysisSteps: readonly StepDefinition[] = [
  {
    name: 'speech',
    title: 'Speech',
    // It runs during the conversion, if the speech can be recognized in the file as it is.
    needs: ['probe'],
    startedBy: 'StepRequested.v1',
    timeLimitMs: ({ duration = 0 }) => ANALYSIS_TIME_MS + 2000 * duration,
    overdueReason: 'The speech was not recognized in time. Run this step again.',
    job: {
      // Jobs start at once and take less time than the sound lasts.
      timeLimitMs: ({ duration = 0 }) => TRANSCRIPTION_TIME_MS + 2000 * duration,
      overdueReason:
        'The transcription job did not end in time. Run this step again. If the job has ended by then, its result ' +
        'is used, and nothing is paid again.',
    },
    rerun: { by: 'alone' },
    cost: speechPrice,
  },
  {
    name: 'captions',
    title: 'Captions',
    needs: ['speech', 'ready'],
    followsReruns: true,
    startedBy: 'StepRequested.v1',
    timeLimitMs: () => ANALYSIS_TIME_MS,
    overdueReason: 'The captions were not written in time. Run this step again.',
    rerun: { by: 'alone' },
    cost: included,
  },
  {
    name: 'text',
    title: 'Text analysis',
    needs: ['captions'],
    appliesTo: ofStages(({ text }) => text),
    followsReruns: true,
    startedBy: 'StepRequested.v1',
    timeLimitMs: () => ANALYSIS_TIME_MS,
    overdueReason: ANALYSIS_OVERDUE,
    rerun: { by: 'alone' },
    cost: (media) => dollars(textPrice(media)),
  },
  {
    name: 'topics',
    title: 'Topics',
    needs: ['text'],
    appliesTo: ofStages(({ topics }) => topics),
    followsReruns: true,
    startedBy: 'StepRequested.v1',
    timeLimitMs: () => ANALYSIS_TIME_MS,
    overdueReason: ANALYSIS_OVERDUE,
    rerun: { by: 'alone' },
    cost: (media, { topicsModel }) => (topicsModel ? dollars(topicsPrice(topicsModel, media)) : 0),
  },
  {
    name: 'frames',
    title: 'Picture analysis',
    needs: ['ready'],
    appliesTo: { ...ofVideos(NO_PICTURE_REASON), ...ofStages(({ frames }) => frames) },
    startedBy: 'StepRequested.v1',
    timeLimitMs: () => ANALYSIS_TIME_MS,
    overdueReason: ANALYSIS_OVERDUE,
    rerun: { by: 'alone' },
    cost: (media) => dollars(framesPrice(media)),
  },
  {
    // It comes last, because it also evaluates what is missing.
    name: 'safety',
    title: 'Brand safety',
    needs: ['text', 'topics', 'frames'],
    startsAfterFailure: true,
    followsReruns: true,
    startedBy: 'StepRequested.v1',
    timeLimitMs: () => ANALYSIS_TIME_MS,
    overdueReason: 'The findings were not evaluated in time.',
    rerun: { by: 'alone' },
    cost: included,
  },
];

/** The steps of the product, in the order in which users see them. */
export const pipeline: readonly StepDefinition[] = [...conversionSteps, ...analysisSteps];

/** The definition of a step; undefined for an unknown name. */
export const definitionOf = (name: string, definitions = pipeline): StepDefinition | undefined =>
  definitions.find((definition) => definition.name === name);

/** The definition of a step of the product. @throws Error for an unknown name */
export const stepNamed = (name: string, definitions = pipeline): StepDefinition => {
  const definition = definitionOf(name, definitions);
  if (!definition) throw new Error(`The pipeline has no step ${name}`);
  return definition;
};

/** Milliseconds that the check of a file can take. Nothing is known about the file before. */
export const checkTimeMs = (): number => stepNamed('probe').timeLimitMs({});

/** What a run of a step for this attempt needs to know. */
export const termsOf = (
  { name, timeLimitMs, cost }: StepDefinition,
  attempt: Attempt,
  stage = fullAnalysis,
): StepTerms => ({
  name,
  timeLimitMs: timeLimitMs(attempt),
  cost: cost(attempt, stage),
});

/** Why a step does not apply to a file or a stage. */
export interface Exclusion {
  readonly reason: string;
  /** Whether the file has nothing that the step could check. */
  readonly nothingToCheck: boolean;
}

/** Why a step does not apply to this file or stage. Undefined when it applies, or when the file is not checked yet. */
export const exclusionOf = (
  { appliesTo: { media: files, stages } = {} }: StepDefinition,
  { ladder }: MediaFacts,
  stage: StageAnalysis,
): Exclusion | undefined => {
  if (files && ladder && !files.kinds.includes(ladder.kind)) return { reason: files.reason, nothingToCheck: true };
  return stages && !stages.include(stage) ? { reason: stages.reason, nothingToCheck: false } : undefined;
};
