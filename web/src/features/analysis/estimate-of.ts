import type { AnalysisEstimate } from '../../../../lambdas/contract/content/analysis.ts';
import type { ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';

/** What decides which steps analyze a file. */
export interface UploadedFile {
  /** Of the file: only a video has pictures. */
  readonly type: ContentType;
  /** Whether the title counts as a video, whose speech is always recognized. */
  readonly isVideo: boolean;
  readonly transcribe: boolean;
  readonly hasScript: boolean;
}

/** US dollars of the steps that will run: without text, nothing is analyzed of what is said, and a script is free. */
export const estimateOf = (
  { steps, transcribes_music: transcribesMusic }: AnalysisEstimate,
  { isVideo, transcribe, hasScript }: UploadedFile,
): number => {
  const hasText = isVideo || transcribe || transcribesMusic || hasScript;
  return steps
    .filter(({ step }) => step === 'frames' || (hasText && (step !== 'speech' || !hasScript)))
    .reduce((sum, { usd }) => sum + usd, 0);
};
