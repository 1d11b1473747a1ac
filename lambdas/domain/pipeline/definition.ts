import { jobTimeMs, START_TIME_MS, type Attempt } from '../conversion/attempt.ts';
import { ABORTED_REASON, PLAYLISTS_OVERDUE_REASON, overdueReason } from '../conversion/reasons.ts';
import { convertStep, posterStep, probeStep, storyboardStep, uploadStep } from '../conversion/steps.ts';
import { priceOf } from '../media/prices.ts';
import { CLAIM_TIME_MS } from '../uploads/upload.ts';
import type { StepSources, StepStatus } from './sources.ts';
import type { StepTerms } from './step-run.ts';

/** What is known about the media of an attempt once its file is checked. */
export type MediaFacts = Pick<Attempt, 'ladder' | 'duration' | 'price_tier'>;

/**
 * How a step is run again. `never`: it cannot be, for this reason. `conversion`: by a new attempt, which makes the
 * results of all steps of the conversion. `alone`: by a new run of this step, without converting the file.
 */
export type Rerun =
  { readonly by: 'never'; readonly reason: string } | { readonly by: 'conversion' } | { readonly by: 'alone' };

/** A processing step. Everything that shows, starts, repeats or ends steps reads it from here. */
export interface StepDefinition {
  /** Lowercase; stored in runs and used in URLs. */
  readonly name: string;
  /** What users call it. */
  readonly title: string;
  /** Steps that must be completed or skipped before it starts. */
  readonly needs: readonly string[];
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
  readonly rerun: Rerun;
  /** Expected cost of a run in US dollars at list price. */
  readonly cost: (media: MediaFacts) => number;
  /** Reads the status from the records of the conversion. @default that of the step's latest run */
  readonly status?: (sources: StepSources) => StepStatus;
}

const included = (): number => 0;
const jobTime = ({ duration = 0 }: MediaFacts): number => jobTimeMs(duration);
const conversionCost = ({ ladder, duration = 0, price_tier: tier }: MediaFacts): number =>
  ladder ? Number(priceOf(ladder, duration, tier).toFixed(6)) : 0;

/** The steps of the product, in the order in which users see them. */
export const pipeline: readonly StepDefinition[] = [
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

/** The definition of a step; undefined for an unknown name. */
export const definitionOf = (name: string, definitions = pipeline): StepDefinition | undefined =>
  definitions.find((definition) => definition.name === name);

/** The definition of a step of the product. @throws Error for an unknown name */
export const stepNamed = (name: string, definitions = pipeline): StepDefinition => {
  const definition = definitionOf(name, definitions);
  if (!definition) throw new Error(`The pipeline has no step ${name}`);
  return definition;
};

/** What a run of a step for this attempt needs to know. */
export const termsOf = ({ name, timeLimitMs, cost }: StepDefinition, attempt: Attempt): StepTerms => ({
  name,
  timeLimitMs: timeLimitMs(attempt),
  cost: cost(attempt),
});
