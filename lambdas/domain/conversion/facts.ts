import type { FirstFiles } from '../media/first-files.ts';
import type { Tier } from '../media/tiers.ts';

/** The specification's states of a conversion. */
export type ConversionState = 'pending' | 'processing' | 'completed' | 'failed';

/**
 * What is known of a conversion, under the same names on the upload (until a content record exists) and on the content.
 * `current_attempt` decides which attempt may write here.
 */
export interface ConversionFacts {
  /** S3 version of the source that the current attempt reads. */
  readonly source_version_id?: string | null | undefined;
  /** S3's order of changes of one key; an event with a smaller one is late. */
  readonly source_sequencer?: string | undefined;
  readonly current_attempt?: string | null | undefined;
  readonly conversion_status?: ConversionState | undefined;
  /** A plain sentence when it failed. */
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
  /** What a player needs first of that version; absent where it is not known. */
  readonly first_files?: FirstFiles | undefined;
  /** Seconds. */
  readonly duration?: number | null | undefined;
  /** List price of the conversion in US dollars. */
  readonly encoding_price_usd?: number | null | undefined;
}
