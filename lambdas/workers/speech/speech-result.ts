import type { Provenance } from '../../domain/analysis/provenance.ts';
import type { TimedWord, TranscriptSource } from '../../domain/analysis/transcript.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import type { StepRun } from '../../domain/pipeline/step-run.ts';
import type { Token } from '../../domain/transcripts/segments.ts';

/** A run with the attempt whose sound it analyzes. */
export interface SpeechRun {
  readonly run: StepRun;
  readonly attempt: Attempt;
}

/** What was recognized or aligned. */
export interface SpeechResult {
  readonly source: TranscriptSource;
  readonly language: string;
  readonly tokens: readonly Token[];
  readonly words: readonly TimedWord[];
  readonly keepLines?: boolean;
  readonly inputHash: string;
  readonly provenance: Provenance;
  /** Billed seconds, and their price in US dollars. */
  readonly units: number;
  readonly cost: number;
  /** What this run paid of it: nothing if an earlier run did. */
  readonly paid: number;
  readonly rawKey: string | null;
}
