import type {
  ContentStatus,
  ContentType,
  ConversionStatus,
  RemovalPart,
} from '../../contract/content/content-shapes.ts';
import type { Chapter } from '../../contract/content/chapters.ts';
import type { StoredCaptions } from '../captions/captions.ts';
import type { FirstFiles } from '../media/first-files.ts';
import type { Tier } from '../media/tiers.ts';

/** One content as the product keeps it. The repository stores exactly this. Times are ISO 8601 in UTC. */
export interface Content {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: ContentStatus;
  readonly tags: string[];
  readonly content_type: ContentType;
  readonly artist: string;
  readonly creator_id: string;
  /** Copies of the creator's and category's names, so that a list needs one query. */
  readonly creator_name: string;
  readonly category_id: string | null;
  readonly category_name: string | null;
  /** Seconds; null until probed. */
  readonly duration: number | null;
  readonly view_count: number;
  /** Public stills; set only while published. */
  readonly thumbnail_url: string | null;
  readonly poster_url: string | null;
  /** In their order. A file that took another's place may be too short for some: `chaptersWithin`. */
  readonly chapters?: Chapter[] | undefined;
  readonly captions?: StoredCaptions[] | undefined;
  readonly is_premium: boolean;
  readonly is_publicly_accessible: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly published_at: string | null;
  /** A person asked to publish before the conversion ended: its success publishes. */
  readonly publish_when_ready?: boolean | undefined;
  /** When it is published by itself; only while it is not published. */
  readonly publish_at?: string | undefined;
  /** When it is taken back by itself. */
  readonly unpublish_at?: string | undefined;
  /** Rises by one with every edit by a person; conversions do not touch it. */
  readonly revision: number;
  readonly original_format: string;
  readonly original_file_name: string;
  /** Bytes of the source. */
  readonly file_size: number;
  readonly source_key: string;
  /** S3 version of the source; null until it arrived. */
  readonly source_version_id: string | null;
  /** S3's order of the changes of the source's key; tells an older version that is announced late. */
  readonly source_sequencer?: string | undefined;
  readonly needs_conversion: boolean;
  /** Folder `media/<id>/<media_version>/` of the renditions; null until the first conversion completed. */
  readonly media_version: string | null;
  /** Greatest rendition folder that exists. */
  readonly top_tier: Tier | null;
  readonly has_video: boolean;
  /** Whether that version has a storyboard; absent on contents from before there were any. */
  readonly has_storyboard?: boolean | undefined;
  /** What a player needs first of that version; absent where it is not known. */
  readonly first_files?: FirstFiles | undefined;
  readonly conversion_status: ConversionStatus;
  readonly conversion_error: string | null;
  /** 0 to 100. */
  readonly conversion_progress: number;
  readonly conversion_started_at: string | null;
  readonly conversion_deadline_at: string | null;
  /** Id of the attempt that may write here; others are superseded. */
  readonly current_attempt: string | null;
  readonly encoding_price_usd: number | null;
  /**
   * Versions under `/posters/<id>/` that may hold public stills: noted before they are copied, struck out after they
   * are removed.
   */
  readonly public_stills_versions: string[];
  /** Set when deletion was asked for: the content is gone for everyone but the administrator who asks again. */
  readonly deleted_at?: string | undefined;
  /** Set when the deletion was handed to its worker: the content leaves the administrators' list too. */
  readonly removal_requested_at?: string | undefined;
  /** When the deletion is asked for again, unless it is finished by then. */
  readonly removal_due_at?: string | undefined;
  /**
   * Set once the removal failed or took too long: the content is back in the administrators' list, which says what is
   * left.
   */
  readonly removal?: FailedRemoval | undefined;
}

/** What is known of a removal that did not finish. */
export interface FailedRemoval {
  readonly tries: number;
  readonly left: RemovalPart[];
  readonly failed_at: string;
}

/**
 * Milliseconds after which an unfinished deletion is asked for again: half an hour, in which its queue tries it twice
 * with twelve minutes between.
 */
const REMOVAL_TIME_MS = 30 * 60_000;

/** When a deletion that was asked for at `now` (ISO 8601) is asked for again. */
export const removalDue = (now: string): string => new Date(Date.parse(now) + REMOVAL_TIME_MS).toISOString();

/** A content as lists carry it. */
export type ContentCardFields = Pick<
  Content,
  | 'id'
  | 'title'
  | 'artist'
  | 'content_type'
  | 'duration'
  | 'view_count'
  | 'thumbnail_url'
  | 'is_premium'
  | 'is_publicly_accessible'
  | 'created_at'
  | 'creator_id'
  | 'creator_name'
  | 'category_id'
  | 'category_name'
>;
