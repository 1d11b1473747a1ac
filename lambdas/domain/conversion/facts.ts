import type { FirstFiles } from '../media/first-files.ts';
import type { Tier } from '../media/tiers.ts';

/** Conversion states of the specification. */
export type ConversionState = 'pending' | 'processing' | 'completed' | 'failed';

/**
 * State of a conversion. It has the same fields on the upload, until a content item exists, and on the content item.
 * Only the attempt named by `current_attempt` can update it.
 */
export interface ConversionFacts {
  /** S3 version of the source that the current attempt reads. */
  readonly source_version_id?: string | null | undefined;
  readonly current_attempt?: string | null | undefined;
  readonly conversion_status?: ConversionState | undefined;
  /** Why it failed, as a sentence for the user. */
  readonly conversion_error?: string | null | undefined;
  /** 0 to 100. */
  readonly conversion_progress?: number | undefined;
  readonly conversion_started_at?: string | null | undefined;
  readonly conversion_deadline_at?: string | null | undefined;
  /** Folder of the renditions under `media/<contentId>/`; set once they are ready. */
  readonly media_version?: string | null | undefined;
  /** Highest tier folder of that version. */
  readonly top_tier?: Tier | null | undefined;
  readonly has_video?: boolean | undefined;
  /** Whether that version has a storyboard. */
  readonly has_storyboard?: boolean | undefined;
  /** Files of that version that a player needs first; absent when unknown. */
  readonly first_files?: FirstFiles | undefined;
  /** Seconds. */
  readonly duration?: number | null | undefined;
  /** List price of the conversion in US dollars. */
  readonly encoding_price_usd?: number | null | undefined;
}
