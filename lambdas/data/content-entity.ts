import * as z from 'zod/mini';
import { LanguageTag } from '../contract/captions.ts';
import { Chapter } from '../contract/chapters.ts';
import { ContentStatus, ContentType, ConversionStatus, RemovalPart } from '../contract/content-shapes.ts';
import { CategoryId, ContentId, CreatorId, Timestamp } from '../contract/shared.ts';
import type { Content, ContentCardFields } from '../domain/content/content.ts';
import { TIERS } from '../domain/media/tiers.ts';
import { defineEntity, type Entity } from './entity.ts';
import { FirstFilesItem } from './first-files-item.ts';
import { key } from './keys.ts';

/** What gsi2 to gsi4 carry of a content. */
export const cardFields = {
  id: ContentId,
  title: z.string(),
  artist: z.string(),
  content_type: ContentType,
  duration: z.nullable(z.number()),
  view_count: z.number(),
  thumbnail_url: z.nullable(z.string()),
  is_premium: z.boolean(),
  is_publicly_accessible: z.boolean(),
  created_at: Timestamp,
  creator_id: CreatorId,
  creator_name: z.string(),
  category_id: z.nullable(CategoryId),
  category_name: z.nullable(z.string()),
};

const ContentItem = z.object({
  ...cardFields,
  description: z.string(),
  status: ContentStatus,
  tags: z.array(z.string()),
  poster_url: z.nullable(z.string()),
  chapters: z.optional(z.array(Chapter)),
  captions: z.optional(z.array(z.object({ id: z.string(), language: LanguageTag, label: z.string() }))),
  updated_at: Timestamp,
  published_at: z.nullable(Timestamp),
  publish_when_ready: z.optional(z.boolean()),
  revision: z.number(),
  original_format: z.string(),
  original_file_name: z.string(),
  file_size: z.number(),
  source_key: z.string(),
  source_version_id: z.nullable(z.string()),
  source_sequencer: z.optional(z.string()),
  needs_conversion: z.boolean(),
  media_version: z.nullable(z.string()),
  top_tier: z.nullable(z.enum(TIERS)),
  has_video: z.boolean(),
  has_storyboard: z.optional(z.boolean()),
  first_files: z.optional(FirstFilesItem),
  conversion_status: ConversionStatus,
  conversion_error: z.nullable(z.string()),
  conversion_progress: z.number(),
  conversion_started_at: z.nullable(Timestamp),
  conversion_deadline_at: z.nullable(Timestamp),
  current_attempt: z.nullable(z.string()),
  encoding_price_usd: z.nullable(z.number()),
  public_stills_versions: z.array(z.string()),
  deleted_at: z.optional(Timestamp),
  removal_requested_at: z.optional(Timestamp),
  removal_due_at: z.optional(Timestamp),
  removal: z.optional(z.object({ tries: z.number(), left: z.array(RemovalPart), failed_at: Timestamp })),
});

/** Partition of every content in gsi1. */
export const ALL_CONTENT = 'CONTENT';

/** Partitions of published content: all (gsi2), of a type (gsi3), of a category (gsi4). */
export const PUBLISHED = 'PUBLISHED';

/** Partition of deleted contents in gsi2, by the time at which their removal is asked for again. */
export const TO_REMOVE = 'REMOVAL';

type IndexedContent = Pick<Content, 'id' | 'created_at' | 'status' | 'deleted_at' | 'removal_requested_at' | 'removal_due_at' | 'removal'>;

const position = ({ created_at: createdAt, id }: IndexedContent): string => key(createdAt, id);
const listed = (content: IndexedContent): boolean => content.status === 'published' && content.deleted_at === undefined;
const atWork = ({ removal_requested_at: requested, removal }: IndexedContent): boolean => requested !== undefined && removal === undefined;
const removalPosition = ({ deleted_at: deleted, removal_due_at: due, id }: IndexedContent): { pk: string; sk: string } | undefined =>
  deleted === undefined || due === undefined ? undefined : { pk: TO_REMOVE, sk: key(due, id) };

/** A content, whole. It leaves gsi1 while its removal is at work, and comes back there when that fails. Published ones stand in the sparse indexes gsi2 to gsi4, which carry the card attributes only. */
export const contentEntity: Entity<Content, { id: string }> = defineEntity({
  type: 'CONTENT',
  v: 1,
  schema: ContentItem,
  key: ({ id }: { id: string }) => ({ pk: key('CONTENT', id), sk: 'META' }),
  indexes: {
    gsi1: (content) =>
      atWork(content) ? undefined : { pk: ALL_CONTENT, sk: position(content) },
    gsi2: (content) => (listed(content) ? { pk: PUBLISHED, sk: position(content) } : removalPosition(content)),
    gsi3: (content) => (listed(content) ? { pk: key(PUBLISHED, content.content_type), sk: position(content) } : undefined),
    gsi4: (content) =>
      listed(content) && content.category_id !== null
        ? { pk: key(PUBLISHED, content.category_id), sk: position(content) }
        : undefined,
  },
});

/** A content as gsi2 to gsi4 carry it. For reading lists only. */
export const contentCardEntity: Entity<ContentCardFields, { id: string }> = defineEntity({
  type: 'CONTENT',
  v: 1,
  schema: z.object(cardFields),
  key: ({ id }: { id: string }) => ({ pk: key('CONTENT', id), sk: 'META' }),
});
