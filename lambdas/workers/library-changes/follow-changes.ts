import type { Content } from '../../domain/content/content.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { HistoryCleaner } from '../../data/history/history-cleaner.ts';
import type { LibraryItemRepository } from '../../data/library/library-item-repository.ts';
import type { PlaylistCleaner } from '../../data/library/playlist-cleaner.ts';
import type { PlaylistOwnerRepository } from '../../data/library/playlist-owner-repository.ts';
import { isShown, savedContent } from '../../domain/library/saved-content.ts';
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

/** What is copied of a content item, for comparison. */
const copyOf = (content: Content | undefined): string | undefined =>
  content && JSON.stringify([savedContent(content), isShown(content)]);

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
  const read = async (): Promise<Content | undefined> => {
    const found = await content.get(message.contentId, { consistent: true });
    return found?.deleted_at === undefined ? found : undefined;
  };
  let followed = await read();
  for (;;) {
    await libraryItems.follow(message.contentId, followed, now());
    // A worker with a newer state may have been faster, and its copies are now replaced by older ones.
    const current = await read();
    if (copyOf(current) === copyOf(followed)) return;
    followed = current;
  }
};
