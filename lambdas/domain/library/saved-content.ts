import type { SavedCard } from '../../contract/listening/library.ts';
import type { Content, ContentCardFields } from '../content/content.ts';
import { toCard } from '../content/views.ts';

/**
 * Copy of a content item in a like or a playlist entry, so that a list needs only one query. Every edit updates it.
 */
export type SavedContent = Omit<ContentCardFields, 'view_count'>;

/** Makes the copy of a content item. */
export const savedContent = (content: Content): SavedContent => {
  const { id, title, artist, content_type, duration, thumbnail_url, is_premium, is_publicly_accessible } = content;
  const { created_at, creator_id, creator_name, category_id, category_name } = content;
  return {
    id,
    title,
    artist,
    content_type,
    duration,
    thumbnail_url,
    is_premium,
    is_publicly_accessible,
    created_at,
    creator_id,
    creator_name,
    category_id,
    category_name,
  };
};

/** Whether lists show a content item: published and not deleted, for staff too. */
export const isShown = ({ status, deleted_at: deleted }: Pick<Content, 'status' | 'deleted_at'>): boolean =>
  status === 'published' && deleted === undefined;

/** Saved content as lists return it. */
export const toSavedCard = (saved: SavedContent): SavedCard => {
  const { view_count: _views, ...card } = toCard({ ...saved, view_count: 0 });
  return card;
};

/** Attributes of a content item whose changes update likes and entries, including its status. */
const FOLLOWED: readonly string[] = [
  'title',
  'artist',
  'content_type',
  'duration',
  'thumbnail_url',
  'is_premium',
  'is_publicly_accessible',
  'creator_name',
  'category_id',
  'category_name',
  'status',
  'deleted_at',
];

type Image = Readonly<Record<string, unknown>> | undefined;

/** Whether a change of a content item affects likes and entries. A new item has none. */
export const changesSavedContent = (before: Image, after: Image): boolean =>
  before !== undefined && FOLLOWED.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after?.[name]));
