import type { Segment, Transcript } from '../analysis/transcript.ts';
import type { EditableSegment } from './edits.ts';

/** A transcript with the name of the set of its segments. */
export interface TranscriptInSet extends Transcript {
  /** Named after what the machine wrote, so that storing the same result again changes nothing. */
  readonly set: string;
}

/** The transcripts of a content item: the current one, and one that a user can choose instead. */
export interface StoredTranscript extends TranscriptInSet {
  /** Present when a new transcript could not replace one that a user had edited, and after that choice. */
  readonly candidate?: TranscriptInSet | undefined;
  /** Increases with every write. */
  readonly rev: number;
}

/** A segment as it is stored. */
export interface StoredSegment extends EditableSegment {
  readonly content_id: string;
  readonly set: string;
  /** When each word starts; absent after an edit of the text. */
  readonly words?: number[] | undefined;
  /** Who made the current version, and when; null for the machine. */
  readonly edited_at: string | null;
  readonly edited_by: string | null;
}

/** What kind of text a script is. Lines of lyrics stay segments; a text is divided into sentences. */
export const SCRIPT_KINDS = ['text', 'lyrics'] as const;
export type ScriptKind = (typeof SCRIPT_KINDS)[number];

/** A text or lyrics that a user supplied, to be aligned to the sound. */
export interface Script {
  readonly content_id: string;
  readonly kind: ScriptKind;
  /** BCP 47. */
  readonly language: string;
  readonly text: string;
  readonly created_at: string;
  readonly created_by: string;
}

/** The segments that are shown: those that no user removed. */
export const shown = (segments: readonly StoredSegment[]): StoredSegment[] =>
  segments.filter(({ removed }) => !removed);

/** A segment without what only its storage needs. */
export const segmentOf = ({ id, start_ms, end_ms, text }: Segment): Segment => ({ id, start_ms, end_ms, text });
