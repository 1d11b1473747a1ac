import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ScriptRepository } from '../../data/transcripts/script-repository.ts';
import type { ScriptLanguage } from '../../contract/content/transcript-editing.ts';
import type { Aligner } from '../../domain/alignment/align-script.ts';
import type { Transcriber } from '../../domain/analysis/analyzers.ts';
import type { AnalysisBudget } from '../../domain/analysis/budget.ts';
import type { SoundStore } from '../../domain/analysis/sound-store.ts';
import type { TranscriptStore } from '../../domain/analysis/transcript.ts';
import type { Logger } from '../../domain/logger.ts';
import type { StepRunner } from '../../domain/pipeline/run-step.ts';

/** Dependencies of the worker. */
export interface SpeechDeps extends StepRunner {
  readonly attempts: Pick<AttemptRepository, 'get'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly scripts: Pick<ScriptRepository, 'read'>;
  readonly transcripts: TranscriptStore;
  readonly results: AnalysisResultRepository;
  readonly budget: Pick<AnalysisBudget, 'reserve' | 'settle'>;
  readonly sounds: SoundStore;
  readonly transcriber: Transcriber;
  readonly loadAligner: (language: ScriptLanguage) => Promise<Aligner>;
  /** Whether administrators want music to be transcribed. */
  readonly transcribesMusic: () => Promise<boolean>;
  readonly provider: 'transcribe' | 'off';
  /** Languages of the speech, the most frequent first. */
  readonly languages: readonly string[];
  readonly stage: string;
  /** Bucket of the sound that conversions make, and of what is recognized. */
  readonly bucket: string;
  /** Bucket of the uploaded files. */
  readonly sourceBucket: string;
  readonly logger: Logger;
}
