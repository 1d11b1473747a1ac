import * as z from 'zod/mini';
import { Timestamp } from '../shared.ts';

/** What happens to a file until it plays, in order. Steps of the analysis join at the end. */
export const STEP_NAMES = ['upload', 'probe', 'convert', 'poster', 'storyboard', 'ready'] as const;
export const StepName = z.enum(STEP_NAMES);
export type StepName = z.infer<typeof StepName>;

/** `waiting`: what comes before it has not ended well. `skipped`: this file needs none. */
export const StepState = z.enum(['waiting', 'running', 'completed', 'failed', 'skipped']);
export type StepState = z.infer<typeof StepState>;

/** One step as people see it. */
export const StepView = z.object({
  step: StepName,
  state: StepState,
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
  /** 0 to 100 while it runs; null where nothing tells. */
  progress: z.nullable(z.number()),
  /** When it will be done, from progress over elapsed time; null where nothing tells. */
  expected_at: z.nullable(Timestamp),
  /** How often it was begun. */
  attempts: z.number(),
  /** A plain sentence: why it failed, or why it is skipped. */
  reason: z.nullable(z.string()),
  /** Whether it can be run again now. */
  may_run: z.boolean(),
});
export type StepView = z.infer<typeof StepView>;
