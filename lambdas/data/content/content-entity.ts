import * as z from 'zod/mini';
import { LanguageTag } from '../../contract/content/captions.ts';
import { Chapter } from '../../contract/content/chapters.ts';
import { ContentStatus, ContentType, ConversionStatus, RemovalPart } from '../../contract/content/content-shapes.ts';
import { CategoryId, ContentId, CreatorId, Timestamp } from '../../contract/shared.ts';
import type { Content, ContentCardFields } from '../../domain/content/content.ts';
import { isFileUnderReview } from '../../domain/content/visibility.ts';
import { TIERS } from '../../domain/media/tiers.ts';
import { foldText } from '../../domain/search/fold.ts';
import {
  NOT_A_PERSONS,
  NOT_PERSONAL,
  defineEntity,
  indexView,
  type Entity,
  type IndexView,
  type ItemKey,
} from '../table/entity.ts';
import { SafetyItem } from '../safety/summary-item.ts';
import { FirstFilesItem } from '../conversion/first-files-item.ts';
import { key } from '../table/keys.ts';

/** The fields of a content item that gsi2 to gsi4 project. */
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

const WaitingFileItem = z.object({
  source_key: z.string(),
  source_version_id: z.string(),
  original_file_name: z.string(),
  original_format: z.string(),
  file_size: z.number(),
  media_version: z.string(),
  top_tier: z.nullable(z.enum(TIERS)),
  has_video: z.boolean(),
  has_storyboard: z.optional(z.boolean()),
  first_files: z.optional(FirstFilesItem),
  duration: z.nullable(z.number()),
  encoding_price_usd: z.nullable(z.number()),
  since: Timestamp,
});

const CdnItem = z.object({
  reset_version: z.optional(z.string()),
  check: z.optional(
    z.object({ outcome: z.enum(['configured', 'error']), problem: z.nullable(z.string()), checked_at: Timestamp }),
  ),
  fallback: z.optional(
    z.object({
      media_version: z.string(),
      original_permanent_url: z.nullable(z.string()),
      original_cdn_url: z.nullable(z.string()),
      conversion_audit: z.object({
        conversion_status: ConversionStatus,
        converted_video_url: z.string(),
        attempt: z.nullable(z.string()),
      }),
      applied_at: Timestamp,
    }),
  ),
});

const ContentItem = z.object({
  ...cardFields,
  description: z.string(),
  status: ContentStatus,
  tags: z.array(z.string()),
  poster_url: z.nullable(z.string()),
  chapters: z.optional(z.array(Chapter)),
  captions: z.optional(
    z.array(z.object({ id: z.string(), language: LanguageTag, label: z.string(), automatic: z.optional(z.boolean()) })),
  ),
  has_transcript: z.optional(z.boolean()),
  updated_at: Timestamp,
  published_at: z.nullable(Timestamp),
  publish_when_ready: z.optional(z.boolean()),
  publish_at: z.optional(Timestamp),
  unpublish_at: z.optional(Timestamp),
  revision: z.number(),
  original_format: z.string(),
  original_file_name: z.string(),
  file_size: z.number(),
  source_key: z.string(),
  source_version_id: z.nullable(z.string()),
  batch_upload: z.optional(z.boolean()),
  transcribe: z.optional(z.boolean()),
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
  waiting_file: z.optional(WaitingFileItem),
  public_stills_versions: z.array(z.string()),
  held_since: z.optional(Timestamp),
  cdn: z.optional(CdnItem),
  safety: z.optional(SafetyItem),
  deleted_at: z.optional(Timestamp),
  removal_requested_at: z.optional(Timestamp),
  removal_due_at: z.optional(Timestamp),
  removal: z.optional(z.object({ tries: z.number(), left: z.array(RemovalPart), failed_at: Timestamp })),
});

/** Partition of all content items in gsi1. */
export const ALL_CONTENT = 'CONTENT';

/** Partition of published content in gsi2, and key prefix of the partitions by type (gsi3) and category (gsi4). */
export const PUBLISHED = 'PUBLISHED';

/** Key prefix of the partitions of unpublished content by category (gsi4). */
const UNLISTED = 'UNLISTED';

/** Partitions of a category's items in gsi4. */
export const partitionsOfCategory = (id: string): readonly string[] => [key(PUBLISHED, id), key(UNLISTED, id)];

/** Partition of a creator's items in gsi7. */
export const partitionOfCreator = (id: string): string => key('CREATED', id);

/**
 * How the administrators' list sorts items by status. A published item whose replacement waits for review has a
 * partition of its own, because it belongs to the lists of published and of pending items.
 */
export type ListedStatus = Content['status'] | 'replacing';

/** The fields that administrators filter their list by. */
export interface Facet extends Pick<Content, 'content_type' | 'conversion_status'> {
  readonly status: ListedStatus;
}

const facetOf = (content: Pick<Content, 'content_type' | 'status' | 'conversion_status' | 'waiting_file'>): Facet => ({
  ...content,
  status: isFileUnderReview(content) ? 'replacing' : content.status,
});

/** Partition of the items of a facet: by time in gsi5, by title in gsi6. */
export const partitionOfFacet = (index: 'gsi5' | 'gsi6', facet: Facet): string =>
  key(index === 'gsi5' ? 'BY_TIME' : 'BY_TITLE', facet.content_type, facet.status, facet.conversion_status);

/** Characters of a title that titles are sorted by. Titles that are equal up to there are sorted by id. */
const TITLE_ORDER = 60;

const titlePosition = ({ title, id }: Pick<Content, 'title' | 'id'>): string =>
  key([...foldText(title).replaceAll('#', ' ')].slice(0, TITLE_ORDER).join('').trim() || '~', id);

/** Partition of deleted content in gsi2, by the time at which the removal is requested again. */
export const TO_REMOVE = 'REMOVAL';

type IndexedContent = Pick<
  Content,
  'id' | 'created_at' | 'status' | 'deleted_at' | 'removal_requested_at' | 'removal_due_at' | 'removal' | 'category_id'
>;

const position = ({ created_at: createdAt, id }: Pick<Content, 'created_at' | 'id'>): string => key(createdAt, id);
const isListed = (content: IndexedContent): boolean =>
  content.status === 'published' && content.deleted_at === undefined;
const isBeingRemoved = ({ removal_requested_at: requested, removal }: IndexedContent): boolean =>
  requested !== undefined && removal === undefined;
const inCategory = (content: IndexedContent): { pk: string; sk: string } | undefined =>
  content.category_id === null || content.deleted_at !== undefined
    ? undefined
    : { pk: key(isListed(content) ? PUBLISHED : UNLISTED, content.category_id), sk: position(content) };
const removalPosition = ({
  deleted_at: deleted,
  removal_due_at: due,
  id,
}: IndexedContent): { pk: string; sk: string } | undefined =>
  deleted === undefined || due === undefined ? undefined : { pk: TO_REMOVE, sk: key(due, id) };

/**
 * A content item. It is in gsi1, gsi5 and gsi6, except while its removal is in progress; it returns there when that
 * fails. Published items are in the sparse indexes gsi2 to gsi4, which project only card attributes. gsi4 has separate
 * partitions for unpublished items. The keys of gsi5 and gsi6 contain the conversion status: conversions and edits
 * write them only while the fields of the other side are unchanged.
 */
export const contentEntity: Entity<Content, { id: string }> = defineEntity({
  type: 'CONTENT',
  v: 1,
  owner: { kind: 'content', field: 'id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: ContentItem,
  key: ({ id }: { id: string }) => ({ pk: key('CONTENT', id), sk: 'META' }),
  indexes: {
    gsi1: (content) => (isBeingRemoved(content) ? undefined : { pk: ALL_CONTENT, sk: position(content) }),
    gsi2: (content) => (isListed(content) ? { pk: PUBLISHED, sk: position(content) } : removalPosition(content)),
    gsi3: (content) =>
      isListed(content) ? { pk: key(PUBLISHED, content.content_type), sk: position(content) } : undefined,
    gsi4: inCategory,
    gsi5: (content) =>
      isBeingRemoved(content) ? undefined : { pk: partitionOfFacet('gsi5', facetOf(content)), sk: position(content) },
    gsi6: (content) =>
      isBeingRemoved(content)
        ? undefined
        : { pk: partitionOfFacet('gsi6', facetOf(content)), sk: titlePosition(content) },
    gsi7: (content) =>
      content.deleted_at === undefined
        ? { pk: partitionOfCreator(content.creator_id), sk: position(content) }
        : undefined,
  },
});

/** The id of a stored content item, from the partition key that every index projects. */
export const contentIdOf = ({ pk }: ItemKey): string => pk.replace(/^CONTENT#/, '');

/** A content item as gsi2 to gsi4 project it. For reading lists only. */
export const contentCardView: IndexView<ContentCardFields> = indexView(contentEntity, z.object(cardFields));
