import * as z from 'zod/mini';
import { CaptionTrack } from './captions.ts';
import { Chapter } from './chapters.ts';
import { CategoryId, ContentId, CreatorId, Timestamp } from '../shared.ts';

export const ContentType = z.enum(['music', 'video']);
export type ContentType = z.infer<typeof ContentType>;

export const ContentStatus = z.enum(['draft', 'pending', 'published']);
export type ContentStatus = z.infer<typeof ContentStatus>;

export const ConversionStatus = z.enum(['pending', 'processing', 'completed', 'failed']);
export type ConversionStatus = z.infer<typeof ConversionStatus>;

/** What a deleted content consists of, in the order in which it is removed. */
export const RemovalPart = z.enum(['conversion', 'source', 'renditions', 'posters', 'records']);
export type RemovalPart = z.infer<typeof RemovalPart>;

/** How far the removal of a deleted content has come. */
export const Removal = z.object({
  /** When it was deleted. */
  requested_at: Timestamp,
  /** How often it was tried and not finished. */
  tries: z.number(),
  /** What could not be removed at the last try; empty when nothing is known. */
  left: z.array(RemovalPart),
  /** Null until it failed once. */
  failed_at: z.nullable(Timestamp),
});
export type Removal = z.infer<typeof Removal>;

/** A content as lists show it. */
export const ContentCard = z.object({
  id: ContentId,
  title: z.string(),
  /** Seconds; null until the source was probed. */
  duration: z.nullable(z.number()),
  view_count: z.number(),
  /** 320x180 JPEG on our own origin; null while there is none. */
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

/** What only administrators read about the source. */
export const SourceMetadata = z.object({
  contentType: ContentType,
  artist: z.string(),
  originalFileName: z.optional(z.string()),
  /** Bytes. */
  fileSize: z.optional(z.number()),
  s3Key: z.optional(z.string()),
  storageProvider: z.optional(z.literal('aws-s3')),
  needsConversion: z.optional(z.boolean()),
});

/**
 * A content in full. `converted_video_url`, `cdn_video_url` and `permanent_video_url` are the same-origin manifest path
 * once the renditions are ready; `video_url` is the download of the source (owner or administrator).
 */
export const ContentView = z.object({
  ...ContentCard.shape,
  description: z.string(),
  status: ContentStatus,
  tags: z.array(z.string()),
  /** Poster of up to 1280 px width on our own origin; null while there is none. */
  poster_url: z.nullable(z.string()),
  video_url: z.nullable(z.string()),
  converted_video_url: z.nullable(z.string()),
  cdn_video_url: z.nullable(z.string()),
  permanent_video_url: z.nullable(z.string()),
  /**
   * WebVTT whose cues name places in sheets of small pictures beside it (`#xywh=`); null for music and until there is
   * one. It needs the cookies of playing.
   */
  storyboard_url: z.nullable(z.string()),
  /** In their order. */
  chapters: z.array(Chapter),
  /** By label. */
  captions: z.array(CaptionTrack),
  original_format: z.string(),
  converted_format: z.literal('hls'),
  conversion_status: ConversionStatus,
  /** A plain sentence when the conversion failed. */
  conversion_error: z.nullable(z.string()),
  /** 0 to 100; never falls within an attempt. */
  conversion_progress: z.number(),
  conversion_started_at: z.nullable(Timestamp),
  /** When the running attempt is past its deadline and a restart is offered; null when nothing runs. */
  conversion_deadline_at: z.nullable(Timestamp),
  /** When it is published by itself, and when it is taken back. Only staff read them. */
  publish_at: z.nullable(Timestamp),
  unpublish_at: z.nullable(Timestamp),
  /** It is published by itself once its conversion is complete. Only staff read it. */
  publish_when_ready: z.boolean(),
  /** Set while it is being deleted; it is tried again until nothing is left. Only staff read it. */
  removal: z.nullable(Removal),
  updated_at: Timestamp,
  published_at: z.nullable(Timestamp),
  /** Rises with every edit; send it back with an edit. */
  revision: z.number(),
  metadata: SourceMetadata,
});
export type ContentView = z.infer<typeof ContentView>;
