import * as z from 'zod/mini';
import { AnalysisMetadata } from './analysis-metadata.ts';
import { CaptionTrack } from './captions.ts';
import { Chapter } from './chapters.ts';
import { CategoryId, ContentId, CreatorId, Timestamp } from '../shared.ts';

export const ContentType = z.enum(['music', 'video']);
export type ContentType = z.infer<typeof ContentType>;

export const ContentStatus = z.enum(['draft', 'pending', 'published']);
export type ContentStatus = z.infer<typeof ContentStatus>;

export const ConversionStatus = z.enum(['pending', 'processing', 'completed', 'failed']);
export type ConversionStatus = z.infer<typeof ConversionStatus>;

/** Parts of a deleted content item, in the order of their removal. */
export const RemovalPart = z.enum(['conversion', 'transcription', 'source', 'renditions', 'posters', 'records']);
export type RemovalPart = z.infer<typeof RemovalPart>;

/** Progress of the removal of a deleted content item. */
export const Removal = z.object({
  /** When the item was deleted. */
  requested_at: Timestamp,
  /** Number of unfinished attempts. */
  tries: z.number(),
  /** Parts that the last attempt could not remove; empty when unknown. */
  left: z.array(RemovalPart),
  /** Null until an attempt fails. */
  failed_at: z.nullable(Timestamp),
});
export type Removal = z.infer<typeof Removal>;

/** A content item in a list. */
export const ContentCard = z.object({
  id: ContentId,
  title: z.string(),
  /** Seconds; null until the source is probed. */
  duration: z.nullable(z.number()),
  view_count: z.number(),
  /** Same-origin URL of a 320x180 JPEG; null when there is none. */
  thumbnail_url: z.nullable(z.string()),
  is_premium: z.boolean(),
  is_publicly_accessible: z.boolean(),
  created_at: Timestamp,
  creator_id: CreatorId,
  creators: z.object({ name: z.string() }),
  category_id: z.nullable(CategoryId),
  categories: z.nullable(z.object({ name: z.string() })),
  metadata: z.object({ contentType: ContentType, artist: z.string() }),
});
export type ContentCard = z.infer<typeof ContentCard>;

/** Result of the CDN setup step of a title, and what a CDN fallback recorded: for administrators. */
const deliveryMetadata = {
  /** Absent until the step ran. */
  cdn_check: z.optional(
    z.object({
      outcome: z.enum(['configured', 'error']),
      /** Why it failed; null when it did not. */
      problem: z.nullable(z.string()),
      checked_at: Timestamp,
    }),
  ),
  /** The conversion that the fallback relied on. This field and the next four are set together. */
  conversion_audit: z.optional(
    z.object({
      conversion_status: ConversionStatus,
      converted_video_url: z.string(),
      /** Id of the attempt that was current then. */
      attempt: z.nullable(z.string()),
    }),
  ),
  cdn_fallback_applied: z.optional(z.boolean()),
  /** What the CDN fields were before the fallback; null after a reset. */
  original_permanent_url: z.optional(z.nullable(z.string())),
  original_cdn_url: z.optional(z.nullable(z.string())),
  fallback_applied_at: z.optional(Timestamp),
};

/**
 * Metadata of the source. Listeners get the first two fields. The next four are for administrators, the item's owner
 * (the user of its creator), and moderators while the item is pending. The rest is for those named there. Only
 * `catalog.get-content` returns the owner's fields to an owner. The OpenAPI document says the same
 * (`http/field-notes.ts`).
 */
export const SourceMetadata = z.object({
  contentType: ContentType,
  artist: z.string(),
  originalFileName: z.optional(z.string()),
  /** Bytes. */
  fileSize: z.optional(z.number()),
  /** Whether the file was uploaded together with others. */
  batchUpload: z.optional(z.boolean()),
  /**
   * Whether browsers cannot play the format of the file, by its extension (administrator specification, section 5). All
   * files are converted, because listeners get renditions in several resolutions.
   */
  needsConversion: z.optional(z.boolean()),
  /** Key and provider of the file: for administrators and the item's owner, who can download it. */
  s3Key: z.optional(z.string()),
  storageProvider: z.optional(z.literal('aws-s3')),
  /** Bucket of the file and its AWS Region: for administrators. */
  s3Bucket: z.optional(z.string()),
  s3Region: z.optional(z.string()),
  ...deliveryMetadata,
  /** What the analysis found: for administrators who ask `catalog.get-content` for it. */
  ...z.partial(AnalysisMetadata).shape,
});

/** The verdict about a content item, in short. `safety.get-review` has the rest. */
export const ContentSafety = z.object({
  verdict: z.enum(['clear', 'unknown', 'review', 'blocked']),
  /** The decision that applies to this verdict. */
  decision: z.nullable(z.enum(['approved', 'rejected'])),
});
export type ContentSafety = z.infer<typeof ContentSafety>;

/** A converted file that replaces the current one when staff accept it. */
export const WaitingFile = z.object({
  /** Folder of its renditions. Send it with the decision, which is then about these renditions. */
  version: z.string(),
  file_name: z.string(),
  /** Bytes. */
  file_size: z.number(),
  /** Seconds. */
  duration: z.nullable(z.number()),
  has_video: z.boolean(),
  /** Since when it waits for review. */
  since: Timestamp,
});
export type WaitingFile = z.infer<typeof WaitingFile>;

/**
 * A content item in full. `converted_video_url`, `cdn_video_url` and `permanent_video_url` are the same-origin path of
 * the manifest once the renditions are ready; `delivery-tools.reset-cdn` empties the last two. `video_url` downloads
 * the source: for administrators and, from `catalog.get-content`, the item's owner (the user of its creator); null for
 * everyone else.
 */
export const ContentView = z.object({
  ...ContentCard.shape,
  description: z.string(),
  status: ContentStatus,
  tags: z.array(z.string()),
  /** Same-origin URL of the poster, up to 1280 px wide; null when there is none. */
  poster_url: z.nullable(z.string()),
  video_url: z.nullable(z.string()),
  converted_video_url: z.nullable(z.string()),
  cdn_video_url: z.nullable(z.string()),
  permanent_video_url: z.nullable(z.string()),
  /** CloudFront distribution that delivers the renditions. For administrators; null until the renditions are ready. */
  cdn_distribution_id: z.nullable(z.string()),
  /**
   * WebVTT file whose cues point to regions (`#xywh=`) of image sheets in the same folder. Null for music and until it
   * exists. Reading it requires the media cookies.
   */
  storyboard_url: z.nullable(z.string()),
  /** In order of time. */
  chapters: z.array(Chapter),
  /** In order of label. */
  captions: z.array(CaptionTrack),
  /** Whether `transcripts.get-transcript` has a text for those who can play the item. */
  has_transcript: z.boolean(),
  original_format: z.string(),
  converted_format: z.literal('hls'),
  conversion_status: ConversionStatus,
  /** Why the conversion failed, as a sentence for the user. */
  conversion_error: z.nullable(z.string()),
  /** 0 to 100; never decreases within an attempt. */
  conversion_progress: z.number(),
  conversion_started_at: z.nullable(Timestamp),
  /** When the running attempt becomes overdue and can be restarted; null when no attempt runs. */
  conversion_deadline_at: z.nullable(Timestamp),
  /** Scheduled times of publication and unpublication. For staff only. */
  publish_at: z.nullable(Timestamp),
  unpublish_at: z.nullable(Timestamp),
  /** Whether the item is published automatically once its conversion completes. For staff only. */
  publish_when_ready: z.boolean(),
  /** Set while the item is being deleted; the removal is retried until nothing is left. For staff only. */
  removal: z.nullable(Removal),
  /** What the analysis of the current file found, and what staff decided about it. For staff only. */
  safety: z.nullable(ContentSafety),
  /** Set while a replacement waits for review; listeners get the current file. For staff only. */
  waiting_file: z.nullable(WaitingFile),
  /** Since when a legal hold keeps the item and its files; null while none applies. For staff only. */
  held_since: z.nullable(Timestamp),
  updated_at: Timestamp,
  published_at: z.nullable(Timestamp),
  /** Increases with every edit. Send it with the next edit. */
  revision: z.number(),
  metadata: SourceMetadata,
});
export type ContentView = z.infer<typeof ContentView>;
