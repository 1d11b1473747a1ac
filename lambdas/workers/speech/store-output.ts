import { recognitionKeys } from '../../domain/analysis/speech.ts';
import type { StepOutcome } from '../../domain/pipeline/step-run.ts';
import type { Recognized } from '../../domain/transcripts/transcribe-output.ts';
import type { SpeechDeps } from './deps.ts';
import type { SpeechRun } from './speech-result.ts';
import { storeResult } from './store-result.ts';

/** What is transcribed: the hash of the input, the billed seconds and their price. */
export interface RecognitionInput {
  readonly hash: string;
  readonly cost: number;
  readonly seconds: number;
}

/** What a job wrote for an input, and what this run paid of its price. */
interface ReadOutput extends RecognitionInput {
  readonly output: Recognized;
  readonly model: string;
  readonly paid: number;
}

/** Stores the transcript that a job wrote. */
export const storeOutput = (
  deps: SpeechDeps,
  speech: SpeechRun,
  { hash, cost, paid, seconds, output, model }: ReadOutput,
): Promise<StepOutcome> =>
  storeResult(deps, speech, {
    source: 'machine',
    language: output.language ?? deps.languages[0] ?? 'en-US',
    tokens: output.tokens,
    words: output.words,
    inputHash: hash,
    provenance: { provider: 'transcribe', model, version: model, calibrated: false, covers: [] },
    units: seconds,
    cost,
    paid,
    rawKey: recognitionKeys(speech.run.content_id, hash).output,
  });
