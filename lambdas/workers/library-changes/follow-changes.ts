import type { ContentRecords } from '../../data/content/content-records.ts';
import type { HistoryCleaner } from '../../data/history/history-cleaner.ts';
import type { LibraryItemRepository } from '../../data/library/library-item-repository.ts';
import type { PlaylistCleaner } from '../../data/library/playlist-cleaner.ts';
import type { LibraryMessage } from './message.ts';

/** What the worker needs. */
export interface FollowDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly holders: LibraryItemRepository;
  readonly cleaner: PlaylistCleaner;
  readonly histories: HistoryCleaner;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/**
 * Lets likes and playlists follow a content as it is now, or removes the rest of a deleted playlist or a cleared
 * history. Told late or twice it does the same.
 */
export const followChanges = async (
  { content, holders, cleaner, histories, now }: FollowDeps,
  message: LibraryMessage,
): Promise<void> => {
  if ('playlistId' in message) return cleaner.removeRest(message.playlistId);
  if ('userId' in message) return histories.removeCleared(message.userId);
  const found = await content.get(message.contentId, { consistent: true });
  await holders.follow(message.contentId, found?.deleted_at === undefined ? found : undefined, now());
};
