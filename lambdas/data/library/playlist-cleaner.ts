import { key } from '../table/keys.ts';
import { playlistEntity } from './playlist-entity.ts';
import { reportsOf } from './report-entities.ts';
import type { Table } from '../table/table.ts';

/** Entries removed per transaction. */
const AT_ONCE = 100;

export type PlaylistCleaner = ReturnType<typeof createPlaylistCleaner>;

/** Removes deleted playlists. */
export const createPlaylistCleaner = (table: Table) => ({
  /** P9. Removes the entries and reports of a deleted playlist, then the playlist. Repeated calls are harmless. */
  async removeRest(id: string): Promise<void> {
    const requests = [{ partition: key('PLAYLIST', id), prefix: 'ENTRY#' }, { partition: reportsOf(id) }];
    for (const request of requests)
      for await (const items of table.pages({ ...request, limit: AT_ONCE, consistent: true }))
        if (items.length > 0) await table.transact(items.map(({ pk, sk }) => table.write.delete({ pk, sk })));
    await table.delete(playlistEntity.key({ id }));
  },
});
