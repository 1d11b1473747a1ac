import { AppError } from '../../domain/app-error.ts';
import type { StoredSegment, StoredTranscript } from '../../domain/transcripts/stored.ts';
import type { TranscriptDeps } from './deps.ts';

/** A segment among those around it. */
export interface FoundSegment {
  readonly head: StoredTranscript;
  readonly segments: readonly StoredSegment[];
  readonly segment: StoredSegment;
}

/** Finds a segment of the current transcript. @throws AppError `transcript_not_found` or `segment_not_found` */
export const findSegment = async (
  { transcripts }: Pick<TranscriptDeps, 'transcripts'>,
  contentId: string,
  segmentId: string,
): Promise<FoundSegment> => {
  const stored = await transcripts.readStored(contentId);
  if (!stored) throw new AppError('transcript_not_found');
  const segment = stored.segments.find(({ id }) => id === segmentId);
  if (!segment) throw new AppError('segment_not_found');
  return { ...stored, segment };
};
