import * as z from 'zod/mini';
import { Timestamp } from '../shared.ts';

/** Name of a processing step. `domain/pipeline/definition.ts` defines which steps exist. */
export const StepName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
export type StepName = z.infer<typeof StepName>;

/**
 * `waiting`: an earlier step has not completed. `interrupted`: its worker stopped, and another one takes over
 * automatically. `skipped`: this file does not need the step.
 */
export const StepState = z.enum(['waiting', 'running', 'interrupted', 'completed', 'failed', 'skipped']);
export type StepState = z.infer<typeof StepState>;

/** What the latest run of a step costs, or the next one before there is any. US dollars at list price. */
export const StepCost = z.object({
  /** Expected before the run; null when unknown. */
  estimated_usd: z.nullable(z.number()),
  /** Paid for the run; null while it runs, and when it paid nothing that is known. */
  actual_usd: z.nullable(z.number()),
  /** The service that is paid; null before a run. */
  provider: z.nullable(z.string()),
  /**
   * The most that running the step now is expected to cost, with the steps that run after it: less if their input is
   * the same as before. Null when that is free, and when the step cannot run.
   */
  next_usd: z.nullable(z.number()),
});
export type StepCost = z.infer<typeof StepCost>;

/** One processing step, for display. */
export const StepView = z.object({
  step: StepName,
  /** What users call it. */
  title: z.string(),
  /** The step whose work also makes this step's result; null for a step with work of its own. */
  part_of: z.nullable(StepName),
  state: StepState,
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
  /** 0 to 100 while it runs; null when unknown. */
  progress: z.nullable(z.number()),
  /** Estimated end, from the progress and the elapsed time. Null when unknown. */
  expected_at: z.nullable(Timestamp),
  /** How often the step was started. */
  attempts: z.number(),
  /** Why the step was interrupted, failed or was skipped, or what its result lacks, as a sentence for the user. */
  reason: z.nullable(z.string()),
  /** Whether the step can run again now. */
  can_run: z.boolean(),
  /** Null for a step that costs nothing, and for moderators. */
  cost: z.nullable(StepCost),
});
export type StepView = z.infer<typeof StepView>;
