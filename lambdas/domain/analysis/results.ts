import { Sentiment } from '../../contract/content/analysis-metadata.ts';
import type { Category, Provenance, Risk } from './provenance.ts';
import type { TranscriptState } from './transcript.ts';

/** The steps of the analysis that store a result. */
export const ANALYSIS_STEPS = ['speech', 'captions', 'text', 'topics', 'frames', 'safety'] as const;
export type AnalysisStep = (typeof ANALYSIS_STEPS)[number];

export const SENTIMENTS = Sentiment.options;

/** A part of the timeline, in milliseconds. */
export interface TimeRange {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Something that a model found which may conflict with the policy. */
export interface Evidence extends TimeRange {
  /** Unique within the content item and stable while the input stays the same. */
  readonly id: string;
  readonly category: Category;
  /** Of the label; absent in results of an earlier version. */
  readonly risk?: Risk | undefined;
  readonly kind: 'frame' | 'text';
  /** What was said, at most 200 characters; null for frames. It is untrusted text. */
  readonly quote: string | null;
  /** Key of the frame in the media bucket; null for text. */
  readonly frame_key: string | null;
  /** The provider's label and its parent. */
  readonly label: string;
  readonly parent: string | null;
  /** 0 to 1; null when the provider reports none. */
  readonly confidence: number | null;
  readonly provider: Provenance['provider'];
  readonly model: string;
  readonly version: string;
}

/**
 * At most `limit` pieces of evidence, in their order: first the surest of each category, then the second surest of
 * each, and so on, so that a frequent category does not hide one that the policy blocks.
 */
export const surestEvidence = (evidence: readonly Evidence[], limit: number): readonly Evidence[] => {
  const counts = new Map<Category, number>();
  const ranked = [...evidence]
    .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
    .map((piece) => {
      const rank = counts.get(piece.category) ?? 0;
      counts.set(piece.category, rank + 1);
      return { piece, rank };
    })
    .sort((a, b) => a.rank - b.rank);
  const kept = new Set(ranked.slice(0, limit).map(({ piece }) => piece));
  return evidence.filter((piece) => kept.has(piece));
};

/** Result of `speech`. The transcript has the segments. */
export interface SpeechSummary {
  readonly step: 'speech';
  /** BCP 47; null without speech. */
  readonly language: string | null;
  readonly segments: number;
  readonly words: number;
  /** Mean confidence of the words, 0 to 1; null when unknown. */
  readonly confidence: number | null;
}

/** Result of `captions`. */
export interface CaptionsSummary {
  readonly step: 'captions';
  readonly captions_id: string;
  readonly cues: number;
}

/** Result of `text`. Long titles are summarized; the raw output has each segment. */
export interface TextSummary {
  readonly step: 'text';
  readonly language: { readonly code: string; readonly confidence: number | null } | null;
  /** Of the whole title; null when no segment could be rated. */
  readonly sentiment: { readonly sentiment: Sentiment; readonly confidence: number | null } | null;
  /** In order of time, at most 200: longer titles are summarized in equal parts. */
  readonly sentiments: readonly (TimeRange & { readonly sentiment: Sentiment; readonly confidence: number | null })[];
  /** The most frequent first, at most 100. `at_ms` has the first 10 times. */
  readonly entities: readonly {
    readonly type: string;
    readonly text: string;
    readonly confidence: number | null;
    readonly mentions: number;
    readonly at_ms: readonly number[];
  }[];
  readonly evidence: readonly Evidence[];
}

/** Result of `topics`. */
export interface TopicsSummary {
  readonly step: 'topics';
  /** Best first. `score` is between 0 and 1 and comparable only within one model. */
  readonly topics: readonly { readonly topic: string; readonly score: number }[];
}

/** Result of `frames`. */
export interface FramesSummary {
  readonly step: 'frames';
  readonly frames: number;
  /** Frames that were not sent because they look like the one before. */
  readonly skipped: number;
  /** Frames that were not checked because they are no pictures; absent in results of an earlier version. */
  readonly unreadable?: number | undefined;
  readonly labels: readonly { readonly name: string; readonly confidence: number; readonly at_ms: readonly number[] }[];
  readonly evidence: readonly Evidence[];
}

export type StepSummary = SpeechSummary | CaptionsSummary | TextSummary | TopicsSummary | FramesSummary;

/** The result of an analysis step for one version of the source. A new run replaces it. */
export interface StepResult<S extends StepSummary = StepSummary> {
  readonly content_id: string;
  /** S3 version of the source. */
  readonly version_id: string;
  readonly step: S['step'];
  /** The run that made it, of which attempt. */
  readonly attempt: number;
  readonly run: number;
  /** SHA-256 (hex) of everything that the result depends on: an equal input reuses the result and costs nothing. */
  readonly input_hash: string;
  readonly provenance: Provenance;
  /** The transcript that it was made from; absent for results of sound or pictures. */
  readonly transcript?: TranscriptState | undefined;
  /** Billed units of the provider, and their list price in US dollars. */
  readonly units: number;
  readonly cost_usd: number;
  /** Key of the provider's unchanged output in the media bucket; null for results without one. */
  readonly raw_key: string | null;
  /** ISO 8601. */
  readonly created_at: string;
  readonly summary: S;
}

/**
 * Whether the transcript has changed since the result was made from it. An edit never runs a paid step again, so users
 * decide when.
 */
export const isStale = (
  { transcript }: Pick<StepResult, 'transcript'>,
  current: TranscriptState | undefined,
): boolean => transcript !== undefined && (transcript.set !== current?.set || transcript.revision !== current.revision);
