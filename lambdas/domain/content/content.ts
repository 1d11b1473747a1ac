import type {
  ContentStatus,
  ContentType,
  ConversionStatus,
  RemovalPart,
} from '../../contract/content/content-shapes.ts';
import type { Chapter } from '../../contract/content/chapters.ts';
import type { CdnRecord } from './cdn-record.ts';
import type { StoredCaptions } from '../captions/captions.ts';
import type { FirstFiles } from '../media/first-files.ts';
import type { Tier } from '../media/tiers.ts';
import type { SafetySummary } from '../safety/gate.ts';

/** A content item, exactly as the repository stores it. Times are ISO 8601 in UTC. */
export interface Content {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: ContentStatus;
  readonly tags: string[];
  readonly content_type: ContentType;
  readonly artist: string;
  readonly creator_id: string;
  /** Copies of the names of creator and category, so that a list needs only one query. */
  readonly creator_name: string;
  readonly category_id: string | null;
  readonly category_name: string | null;
  /** Seconds; null until the source is probed. */
  readonly duration: number | null;
  readonly view_count: number;
  /** URLs of public stills, set only while the item is published. */
  readonly thumbnail_url: string | null;
  readonly poster_url: string | null;
  /** In order of time. A replacement file can be too short for some of them; see `chaptersWithin`. */
  readonly chapters?: Chapter[] | undefined;
  readonly captions?: StoredCaptions[] | undefined;
  /** Whether the item has a transcript with at least one segment. */
  readonly has_transcript?: boolean | undefined;
  readonly is_premium: boolean;
  readonly is_publicly_accessible: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly published_at: string | null;
  /** A user asked to publish the item before its conversion ended. It is published when the conversion succeeds. */
  readonly publish_when_ready?: boolean | undefined;
  /** Scheduled publication, set only while the item is not published. */
  readonly publish_at?: string | undefined;
  /** Scheduled unpublication. */
  readonly unpublish_at?: string | undefined;
  /** Increases by one with every edit by a user; conversions do not change it. */
  readonly revision: number;
  readonly original_format: string;
  readonly original_file_name: string;
  /** Bytes of the source. */
  readonly file_size: number;
  readonly source_key: string;
  /** S3 version of the source; null until it arrives. */
  readonly source_version_id: string | null;
  /** Whether the source was uploaded together with others. Absent on items that are older than this field. */
  readonly batch_upload?: boolean | undefined;
  /** Whether the uploader asked for a transcript, although the title is music. */
  readonly transcribe?: boolean | undefined;
  /** Folder `media/<id>/<media_version>/` of the renditions; null until the first conversion completes. */
  readonly media_version: string | null;
  /** Highest rendition folder that exists. */
  readonly top_tier: Tier | null;
  readonly has_video: boolean;
  /** Whether that version has a storyboard. Absent on items that are older than storyboards. */
  readonly has_storyboard?: boolean | undefined;
  /** Files of that version that a player needs first; absent when unknown. */
  readonly first_files?: FirstFiles | undefined;
  readonly conversion_status: ConversionStatus;
  readonly conversion_error: string | null;
  /** 0 to 100. */
  readonly conversion_progress: number;
  readonly conversion_started_at: string | null;
  readonly conversion_deadline_at: string | null;
  /** Id of the only attempt that can update this item; all others are superseded. */
  readonly current_attempt: string | null;
  readonly encoding_price_usd: number | null;
  /** Set while a replacement waits for review. The other fields describe the current file. */
  readonly waiting_file?: WaitingFile | undefined;
  /**
   * Versions under `/posters/<id>/` that may have public stills. A version is added before its stills are copied and
   * removed after they are deleted.
   */
  readonly public_stills_versions: string[];
  /** Since when a legal hold keeps the item and its files. ISO 8601. */
  readonly held_since?: string | undefined;
  /** What staff did about its delivery: the CDN setup step, a reset, a fallback. */
  readonly cdn?: CdnRecord | undefined;
  /** The verdict of the analysis about a file of this item. `currentSafety` says whether it is the current file. */
  readonly safety?: SafetySummary | undefined;
  /**
   * When deletion was requested. From then on the item is visible to no one, but the deletion can be requested again.
   */
  readonly deleted_at?: string | undefined;
  /** When the deletion was handed to its worker. The item then leaves the administrators' list too. */
  readonly removal_requested_at?: string | undefined;
  /** When the deletion is retried, unless it is finished by then. */
  readonly removal_due_at?: string | undefined;
  /**
   * Set once the removal fails or takes too long. The item then appears in the administrators' list again, with what is
   * left to remove.
   */
  readonly removal?: FailedRemoval | undefined;
}

/** The fields of a content item that describe its file and the renditions of it. */
type FileFields = Pick<
  Content,
  | 'source_key'
  | 'original_file_name'
  | 'original_format'
  | 'file_size'
  | 'top_tier'
  | 'has_video'
  | 'has_storyboard'
  | 'first_files'
  | 'duration'
  | 'encoding_price_usd'
>;

/** A converted file that becomes the file of a published content item when staff accept it. */
export interface WaitingFile extends FileFields {
  /** S3 version of the source. */
  readonly source_version_id: string;
  /** Folder of its renditions. */
  readonly media_version: string;
  /** Since when it waits. ISO 8601. */
  readonly since: string;
}

/** State of a removal that did not finish. */
export interface FailedRemoval {
  readonly tries: number;
  readonly left: RemovalPart[];
  readonly failed_at: string;
}

/**
 * Milliseconds after which an unfinished deletion is retried. Within this half hour its queue delivers it twice, twelve
 * minutes apart.
 */
const REMOVAL_TIME_MS = 30 * 60_000;

/** When a deletion that was requested at `now` (ISO 8601) is retried. */
export const removalDue = (now: string): string => new Date(Date.parse(now) + REMOVAL_TIME_MS).toISOString();

/** The fields of a content item in a list. */
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
