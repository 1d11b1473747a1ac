import { endpoints } from '../../contract/index.ts';
import { toPlaylist } from '../../data/library/playlist-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import { PLAYLISTS_MAX } from '../../domain/library/playlist.ts';
import { route } from '../../http/route.ts';
import type { LibraryDeps } from './deps.ts';

/** Creates an empty playlist. */
export const createPlaylist = ({ playlists, newId, now }: LibraryDeps) =>
  route(endpoints['library.create-playlist'], async ({ actor, body }) => {
    const at = now();
    const playlist = {
      ...body,
      id: `pls_${newId()}`,
      user_id: actor.userId,
      entry_count: 0,
      last_order: null,
      revision: 1,
      created_at: at,
      updated_at: at,
    };
    const outcome = await playlists.create(playlist);
    if (outcome === 'disabled') throw new AppError('account_disabled');
    if (outcome === 'full')
      throw new AppError('limit_reached', `You can have up to ${PLAYLISTS_MAX} playlists. Delete one first.`);
    return { status: 201, body: toPlaylist(playlist) };
  });
