import type { ConversionRecord } from '../../data/conversion/conversion-record.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import type { MediaProbe } from '../../domain/media/probe.ts';
import { speechFormatOf, type SpeechFormat } from '../../domain/media/speech-format.ts';
import { mustWait } from '../../domain/uploads/new-content.ts';
import type { IngestDeps } from './deps.ts';

/**
 * The format in which the speech of a source is recognized during its conversion; undefined when it has to wait. A
 * replacement that staff must accept is not analyzed before, so that a rejected one leaves nothing.
 */
export const earlySpeechFormat = async (
  { readSettings }: Pick<IngestDeps, 'readSettings'>,
  { upload, content }: Pick<ConversionRecord, 'upload' | 'content'>,
  { version_id: version }: Pick<Attempt, 'version_id'>,
  probe: MediaProbe,
): Promise<SpeechFormat | undefined> => {
  const format = speechFormatOf(probe);
  if (format === undefined || !upload.replacement || !content) return format;
  return mustWait(content, version, await readSettings()) ? undefined : format;
};
