import type { StoredPlaylist } from '../../domain/library/playlist.ts';
import type { Logger } from '../../domain/logger.ts';
import { parseList, type Table } from '../table/table.ts';
import { playlistEntity } from './playlist-entity.ts';

/** Reads playlists by id, for administrators. Numbers refer to access-patterns.md. */
export interface PlaylistLookup {
  getMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredPlaylist>>;
}

export const createPlaylistLookup = (table: Table, logger: Logger): PlaylistLookup => ({
  /** P15. Playlists of any visibility; deleted and corrupt ones are left out. One call per 100, 0.5 RRU each. */
  async getMany(ids) {
    const items = await table.getMany([...new Set(ids)].map((id) => playlistEntity.key({ id })));
    const found = parseList(playlistEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'playlists', count }),
    );
    return new Map(found.flatMap((playlist) => (playlist.deleted_at ? [] : [[playlist.id, playlist] as const])));
  },
});
