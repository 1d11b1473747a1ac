import { AppError } from '../../domain/app-error.ts';
import type { StoredPlaylist } from '../../domain/library/playlist.ts';
import type { ModerationDeps } from './deps.ts';

/** The playlist, whatever its visibility. Throws `playlist_not_found` unless it exists. */
export const mustExist = async (
  { playlists }: Pick<ModerationDeps, 'playlists'>,
  id: string,
): Promise<StoredPlaylist> => {
  const found = (await playlists.getMany([id])).get(id);
  if (!found) throw new AppError('playlist_not_found');
  return found;
};
