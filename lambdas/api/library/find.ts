import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { isShown } from '../../domain/library/saved-content.ts';
import { canChange, canOpen, type StoredPlaylist } from '../../domain/library/playlist.ts';
import type { Actor } from '../../http/route.ts';
import type { LibraryDeps } from './deps.ts';

/** A content item that can be liked or added. It must be published, for staff too. Throws `content_not_found`. */
export const findVisible = async ({ content }: LibraryDeps, id: string): Promise<Content> => {
  const found = await content.get(id, { consistent: true });
  if (!found || !isShown(found)) throw new AppError('content_not_found');
  return found;
};

/**
 * A playlist that the caller can open. Throws `playlist_not_found` for any other, so that private playlists are not
 * revealed.
 */
export const findOpen = async (
  { playlists }: LibraryDeps,
  id: string,
  actor: Actor | undefined,
): Promise<StoredPlaylist> => {
  const found = await playlists.get(id);
  if (!found || !canOpen(found, actor)) throw new AppError('playlist_not_found');
  return found;
};

/** The current state of one of the caller's own playlists. Throws `playlist_not_found`. */
export const findOwn = async ({ playlists }: LibraryDeps, id: string, { userId }: Actor): Promise<StoredPlaylist> => {
  const found = await playlists.get(id, { consistent: true });
  if (!found || !canChange(found, userId)) throw new AppError('playlist_not_found');
  return found;
};
