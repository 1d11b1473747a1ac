/** A word with its time, as the recognizer or the alignment found it. */
export interface TimedWord {
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  /** 0 to 1; null when unknown. */
  readonly confidence: number | null;
}

/** A sentence or a part of one. Segments do not overlap. */
export interface Segment {
  /** Unique within its transcript, and kept by edits. */
  readonly id: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}

/**
 * How a transcript came about. `machine`: recognized. `script`: a text or lyrics that a user supplied, aligned to the
 * sound. Users edit both.
 */
export const TRANSCRIPT_SOURCES = ['machine', 'script'] as const;
export type TranscriptSource = (typeof TRANSCRIPT_SOURCES)[number];

/** The transcript of a content item, without its segments. */
export interface Transcript {
  readonly content_id: string;
  /** S3 version of the source that it belongs to. */
  readonly version_id: string;
  readonly source: TranscriptSource;
  /** BCP 47. */
  readonly language: string;
  /** Increases with every edit; 0 is what the machine wrote. */
  readonly revision: number;
  readonly segment_count: number;
  /** ISO 8601. `edited_by` is a user id; both null until someone edits it. */
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly edited_by: string | null;
}

/** Identifies the words of a transcript: an edit changes the revision, another transcript has another set. */
export interface TranscriptState {
  readonly set: string;
  readonly revision: number;
}

/** Where transcripts are stored. */
export interface TranscriptStore {
  /** The current transcript with its segments in order of time; undefined when there is none. */
  read(
    contentId: string,
  ): Promise<{ transcript: Transcript & TranscriptState; segments: readonly Segment[] } | undefined>;
  /**
   * Stores a new transcript with its segments. A transcript that a user has edited stays current: then the new one is
   * stored as a candidate, which a user can choose. Can be repeated.
   */
  put(
    transcript: Transcript,
    segments: readonly Segment[],
    words: readonly TimedWord[],
  ): Promise<'current' | 'candidate'>;
}
