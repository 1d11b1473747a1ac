import type { StepView } from '../../contract/media/steps.ts';
import { attemptId, type Attempt } from '../conversion/attempt.ts';
import type { Upload } from '../uploads/upload.ts';
import type { StageAnalysis } from './stage.ts';
import type { StepRun } from './step-run.ts';

/** The records from which the steps of a content item are derived. */
export interface StepSources {
  readonly upload: Pick<Upload, 'state' | 'rejection' | 'created_at' | 'replacement'>;
  /** All stored attempts. */
  readonly attempts: readonly Attempt[];
  /** Id of the current attempt. */
  readonly current: string | null | undefined;
  /** Whether a new attempt can be requested: the content item exists, and its source is still stored. */
  readonly restartable: boolean;
  /** All stored runs of steps. */
  readonly runs: readonly StepRun[];
  /** Whether the file waits for review. Its analysis would replace what listeners get of the current file. */
  readonly waits?: boolean;
  /** What the stage analyzes. @default everything, with topics that cost nothing */
  readonly stage?: StageAnalysis;
  /** Milliseconds since the epoch, to distinguish a worker that is busy from one that stopped. */
  readonly now: number;
}

/** The state of a step. Its definition has the other fields of the view. */
export type StepStatus = Omit<StepView, 'step' | 'title' | 'part_of' | 'cost'>;

/** The status of a step that was not started, with the given fields changed. */
export const stepStatus = (fields: Partial<StepStatus> = {}): StepStatus => ({
  state: 'waiting',
  started_at: null,
  finished_at: null,
  progress: null,
  expected_at: null,
  attempts: 0,
  reason: null,
  can_run: false,
  ...fields,
});

/**
 * Whether the records of an item that had runs of steps were removed. A canceled upload is kept for a while, without
 * its attempts.
 */
export const areRemoved = ({ attempts }: StepSources): boolean => attempts.length === 0;

/** The current attempt. */
export const currentAttempt = ({ attempts, current }: Pick<StepSources, 'attempts' | 'current'>): Attempt | undefined =>
  attempts.find((attempt) => attemptId(attempt) === current);
