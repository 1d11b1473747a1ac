import type { Playlist, PublicPlaylist } from '../../contract/listening/library.ts';
import { PLAYLISTS_MAX, type StoredPlaylist } from '../../domain/library/playlist.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Cursors } from '../table/cursor.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { entryEntity, libraryEntity, playlistEntity, publicPlaylistView, PUBLIC_PLAYLISTS } from './playlist-entity.ts';
import { ConditionFailed } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

interface PageOf {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Condition: the playlist stands at this revision and is not deleted. */
export const playlistAt = (revision: number): Expression => ({
  expression: '#revision = :revision AND attribute_not_exists(#deleted)',
  names: { '#revision': 'revision', '#deleted': 'deleted_at' },
  values: { ':revision': revision },
});

/** A playlist as its owner's list answers it. */
export const toPlaylist = ({
  id,
  title,
  description,
  visibility,
  entry_count,
  revision,
  created_at,
  updated_at,
}: StoredPlaylist): Playlist => ({ id, title, description, visibility, entry_count, revision, created_at, updated_at });

export type PlaylistRepository = ReturnType<typeof createPlaylistRepository>;

/** Playlists, without their entries. Numbers are those of access-patterns.md. */
export const createPlaylistRepository = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => {
  const listDeps = { table, ...deps };
  return {
    /** P1. One playlist, a deleted one too. */
    async get(id: string, options: { consistent?: boolean } = {}): Promise<StoredPlaylist | undefined> {
      const item = await table.get(playlistEntity.key({ id }), options);
      return item && playlistEntity.parse(item);
    },

    /** P2. A person's playlists, newest first: one query. */
    async listOwn(userId: string, page: PageOf): Promise<ListPage<Playlist>> {
      const { items, next_cursor } = await listPage(listDeps, playlistEntity, {
        list: 'playlists',
        index: 'gsi1',
        partition: key('PLAYLISTS', userId),
        ...page,
      });
      return { items: items.map(toPlaylist), next_cursor };
    },

    /** P3. Everybody's public playlists, newest first: one query. */
    listPublic: (page: PageOf): Promise<ListPage<PublicPlaylist>> =>
      listPage(listDeps, publicPlaylistView, {
        list: 'public-playlists',
        index: 'gsi2',
        partition: PUBLIC_PLAYLISTS,
        ...page,
      }),

    /** P4. In which of a person's playlists a content stands: one query. */
    async listContainingPlaylists(userId: string, contentId: string): Promise<readonly string[]> {
      const { items } = await table.query({
        index: 'gsi3',
        partition: key('CONTAINING', userId, contentId),
        limit: PLAYLISTS_MAX,
      });
      return items.map(({ pk }) => pk.slice(pk.indexOf('#') + 1));
    },

    /** P5. Stores a new playlist unless its owner has as many as there may be. Answers whether it did. */
    async create(playlist: StoredPlaylist): Promise<boolean> {
      try {
        await table.transact([
          table.write.put(playlistEntity.toItem(playlist), isNew),
          table.write.update(
            libraryEntity.key(playlist),
            { set: { ...libraryEntity.stamp, user_id: playlist.user_id }, add: { playlists: 1 } },
            {
              expression: 'attribute_not_exists(#playlists) OR #playlists < :max',
              names: { '#playlists': 'playlists' },
              values: { ':max': PLAYLISTS_MAX },
            },
          ),
        ]);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed && error.index === 1) return false;
        throw error;
      }
    },

    /** P6. Stores an edit of the playlist that was read as `before`. Undefined when somebody changed it in between. */
    async saveEdit(
      before: StoredPlaylist,
      edit: Pick<StoredPlaylist, 'title' | 'description' | 'visibility' | 'updated_at'>,
    ): Promise<StoredPlaylist | undefined> {
      const after = { ...before, ...edit, revision: before.revision + 1 };
      try {
        const set = { ...edit, revision: after.revision, ...playlistEntity.indexAttributes(after) };
        return playlistEntity.parse(
          await table.update(playlistEntity.key(before), { set }, playlistAt(before.revision)),
        );
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },

    /**
     * P7. Deletes a playlist for everybody; who follows the table's changes removes its entries. False when it is
     * deleted already.
     */
    async markDeleted(playlist: StoredPlaylist, now: string): Promise<boolean> {
      const set = { deleted_at: now, ...playlistEntity.indexAttributes({ ...playlist, deleted_at: now }) };
      try {
        await table.transact([
          table.write.update(
            playlistEntity.key(playlist),
            { set },
            {
              expression: 'attribute_exists(#pk) AND attribute_not_exists(#deleted)',
              names: { '#pk': 'pk', '#deleted': 'deleted_at' },
            },
          ),
          table.write.update(libraryEntity.key(playlist), { add: { playlists: -1 } }, exists),
        ]);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed && error.index === 0) return false;
        throw error;
      }
    },

    /** P8. One page of a playlist's entries in their order, those included that are not shown. */
    listEntries: (id: string, page: PageOf) =>
      listPage(listDeps, entryEntity, {
        list: 'entries',
        index: 'gsi1',
        partition: key('ENTRIES', id),
        descending: false,
        ...page,
      }),
  };
};
