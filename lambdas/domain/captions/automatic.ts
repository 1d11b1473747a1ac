import { createHash } from 'node:crypto';
import type { Segment, Transcript, TranscriptSource } from '../analysis/transcript.ts';
import type { Content } from '../content/content.ts';
import { toVtt } from '../transcripts/formats.ts';
import { automaticLabel, type StoredCaptions } from './captions.ts';

const NO_TRANSCRIPT = 'The title has no transcript.';
const EARLIER_FILE = 'The transcript is that of an earlier file.';

const ID_LENGTH = 26;

/** The id of a caption file, from its text: an unchanged transcript keeps its file. */
const idOf = (file: string, label: string): string =>
  `auto-${createHash('sha256').update(label).update(file).digest('hex').slice(0, ID_LENGTH)}`;

/**
 * Whether a transcript has the words and times of a file that was replaced. One that a user has edited is kept: it may
 * fit the new file as well, and a transcript of that file waits for the user's choice.
 */
const isOfEarlierFile = ({ version_id, edited_at }: Transcript, { source_version_id }: Content): boolean =>
  edited_at === null && version_id !== source_version_id;

/** Captions as a WebVTT file. */
interface CaptionsFile {
  readonly track: StoredCaptions;
  readonly file: string;
  readonly cues: number;
  readonly source: TranscriptSource;
}

/** The captions that follow from the transcript of an item, or why it has none, as a sentence for the user. */
export const automaticCaptions = (
  content: Content,
  stored: { readonly transcript: Transcript; readonly segments: readonly Segment[] } | undefined,
): CaptionsFile | { readonly reason: string } => {
  if (!stored || stored.segments.length === 0) return { reason: NO_TRANSCRIPT };
  const { transcript, segments } = stored;
  if (isOfEarlierFile(transcript, content)) return { reason: EARLIER_FILE };
  const { language, source } = transcript;
  const label = automaticLabel(language, source === 'machine' && transcript.edited_at === null);
  const file = toVtt(segments);
  return { track: { id: idOf(file, label), language, label, automatic: true }, file, cues: segments.length, source };
};
