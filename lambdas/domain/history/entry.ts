import type { ContentType } from '../../contract/content/content-shapes.ts';
import type { HistoryEntry } from '../../contract/listening/history.ts';

/** Fields of a content item that an entry stores. */
export interface WatchedContent {
  readonly id: string;
  readonly title: string;
  readonly thumbnail_url: string | null;
  readonly content_type: ContentType;
  readonly artist: string;
  readonly creator_id: string;
  readonly creator_name: string;
}

/** A history entry, with the item's name when the user started it. There is one per user and content item. */
export const historyEntry = (content: WatchedContent, watchedAt: string): HistoryEntry => ({
  id: content.id,
  content_id: content.id,
  watched_at: watchedAt,
  content: {
    id: content.id,
    title: content.title,
    thumbnail_url: content.thumbnail_url,
    metadata: { contentType: content.content_type, artist: content.artist },
    creator_id: content.creator_id,
    creators: { name: content.creator_name },
  },
});
