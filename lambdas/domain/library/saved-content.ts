import type { SavedCard } from '../../contract/listening/library.ts';
import type { Content, ContentCardFields } from '../content/content.ts';
import { toCard } from '../content/views.ts';

/**
 * What a like or an entry of a playlist keeps of its content, so that a list needs one query. It follows every edit.
 */
export type SavedContent = Omit<ContentCardFields, 'view_count'>;

/** What of a content is kept. */
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

/** Whether lists show a content: published and not deleted, for staff too. */
export const isShown = ({ status, deleted_at: deleted }: Pick<Content, 'status' | 'deleted_at'>): boolean =>
  status === 'published' && deleted === undefined;

/** What is kept as lists answer it. */
export const toSavedCard = (held: SavedContent): SavedCard => {
  const { view_count: _views, ...card } = toCard({ ...held, view_count: 0 });
  return card;
};

/** Attributes of a content that likes and entries follow, its state included. */
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

/** Whether a change of a stored content changes what likes and entries keep of it. A new content is held by nobody. */
export const changesSavedContent = (before: Image, after: Image): boolean =>
  before !== undefined && FOLLOWED.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after?.[name]));
