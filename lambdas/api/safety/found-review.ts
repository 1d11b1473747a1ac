import type { SafetyRecord } from '../../data/safety/safety-repository.ts';
import type { StepResult } from '../../domain/analysis/results.ts';
import type { TranscriptState } from '../../domain/analysis/transcript.ts';
import type { Content } from '../../domain/content/content.ts';
import type { StoredVerdict } from '../../domain/safety/review.ts';

/** What is stored about the safety of a title. */
export interface FoundReview {
  readonly content: Content;
  readonly verdict: StoredVerdict;
  readonly record: SafetyRecord;
  readonly results: readonly StepResult[];
  /** The current transcript; undefined when there is none. */
  readonly transcript: TranscriptState | undefined;
}
