import type { Sound } from '../../domain/alignment/align-script.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { analysisAudioKey } from '../../domain/media/layout.ts';
import type { SpeechFormat } from '../../domain/media/speech-format.ts';
import type { SpeechDeps } from './deps.ts';

/** A file whose speech can be recognized. */
export interface SpeechSource {
  readonly bucket: string;
  readonly key: string;
  readonly format: SpeechFormat;
  readonly seconds: number;
}

/** The sound that the conversion made. */
export const conversionSound = (
  { bucket }: Pick<SpeechDeps, 'bucket'>,
  attempt: Attempt,
  { durationMs }: Sound,
): SpeechSource => ({
  bucket,
  key: analysisAudioKey(attempt.content_id, attempt.media_version),
  format: 'wav',
  seconds: Math.ceil(durationMs / 1000),
});

/** The uploaded file. Undefined when its speech cannot be recognized during its conversion. */
export const uploadedFile = (
  { sourceBucket: bucket }: Pick<SpeechDeps, 'sourceBucket'>,
  { speech_format: format, source_key: key, duration = 0 }: Attempt,
): SpeechSource | undefined => format && { bucket, key, format, seconds: Math.ceil(duration) };
