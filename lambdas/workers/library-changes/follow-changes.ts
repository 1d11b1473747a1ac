import type { ContentRecords } from '../../data/content/content-records.ts';
import type { HistoryCleaner } from '../../data/history/history-cleaner.ts';
import type { LibraryItemRepository } from '../../data/library/library-item-repository.ts';
import type { PlaylistCleaner } from '../../data/library/playlist-cleaner.ts';
import type { PlaylistOwnerRepository } from '../../data/library/playlist-owner-repository.ts';
import type { LibraryMessage } from './message.ts';

/** Dependencies of the worker. */
export interface FollowDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly libraryItems: LibraryItemRepository;
  readonly cleaner: PlaylistCleaner;
  readonly owners: PlaylistOwnerRepository;
  readonly histories: HistoryCleaner;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/**
 * Updates likes and playlist entries to the current state of a content item, removes the entries of a deleted playlist
 * or a cleared history, or hides the playlists of a disabled user. Repeated and late events have the same result.
 */
export const followChanges = async (
  { content, libraryItems, cleaner, owners, histories, now }: FollowDeps,
  message: LibraryMessage,
): Promise<void> => {
  if ('playlistId' in message) return cleaner.removeRest(message.playlistId);
  if ('ownerId' in message) return owners.follow(message.ownerId);
  if ('userId' in message) return histories.removeCleared(message.userId);
  const found = await content.get(message.contentId, { consistent: true });
  await libraryItems.follow(message.contentId, found?.deleted_at === undefined ? found : undefined, now());
};
