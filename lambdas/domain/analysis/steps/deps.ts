import type { Attempt } from '../../conversion/attempt.ts';
import type { Logger } from '../../logger.ts';
import type { StepRunner } from '../../pipeline/run-step.ts';
import type { StepRun } from '../../pipeline/step-run.ts';
import type { FrameAnalyzer, TextAnalyzer } from '../analyzers.ts';
import type { AnalysisBudget } from '../budget.ts';
import type { CallOutputs } from '../paid-calls.ts';
import type { StepResult } from '../results.ts';
import type { TopicAnalyzer } from '../topics/topic-analyzer.ts';
import type { TranscriptStore } from '../transcript.ts';

/** What the steps read and write in the media bucket. */
export interface AnalysisStore extends CallOutputs {
  /** The bytes of a frame; undefined when there is none. */
  readFrame(key: string): Promise<Uint8Array | undefined>;
}

/** What the steps of the analysis need. */
export interface AnalysisDeps extends StepRunner {
  readonly attempts: { get(ids: StepRun): Promise<Attempt | undefined> };
  readonly results: { put(result: StepResult): Promise<void> };
  readonly transcripts: Pick<TranscriptStore, 'read'>;
  readonly outputs: AnalysisStore;
  readonly budget: AnalysisBudget;
  /** Undefined when the stage does not analyze these. */
  readonly frames: FrameAnalyzer | undefined;
  readonly text: TextAnalyzer | undefined;
  readonly topics: TopicAnalyzer | undefined;
  /** The version that results of the text analyzer name, because its responses have none. */
  readonly textModelVersion: string;
  readonly logger: Logger;
}

/** Milliseconds in which a call of the worker starts paid calls. It ends after 60 s, and a batch takes up to 30 s. */
export const WORKING_TIME_MS = 25_000;
