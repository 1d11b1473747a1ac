import type { Playlist, PublicPlaylist } from '../../contract/listening/library.ts';
import { hidingOf, PLAYLISTS_MAX, type StoredPlaylist } from '../../domain/library/playlist.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Cursors } from '../table/cursor.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { entryEntity, libraryEntity, playlistEntity, listedPlaylistView, PUBLIC_PLAYLISTS } from './playlist-entity.ts';
import { isDisabled, rightsEntity } from '../people/rights-repository.ts';
import { conditionHolds, onConditionFailed, orUndefined } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

interface PageOf {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Condition: the playlist still has this revision and is not deleted. */
export const playlistAt = (revision: number): Expression => ({
  expression: '#revision = :revision AND attribute_not_exists(#deleted)',
  names: { '#revision': 'revision', '#deleted': 'deleted_at' },
  values: { ':revision': revision },
});

/** A playlist as the API returns it to its owner. */
export const toPlaylist = (playlist: StoredPlaylist): Playlist => {
  const { id, title, description, visibility, entry_count, revision, created_at, updated_at } = playlist;
  const hidden = hidingOf(playlist);
  return { id, title, description, visibility, entry_count, revision, created_at, updated_at, hidden };
};

/** Condition: the playlist exists and is not deleted. */
const isNotDeleted: Expression = {
  expression: 'attribute_exists(#pk) AND attribute_not_exists(#deleted)',
  names: { '#pk': 'pk', '#deleted': 'deleted_at' },
};

/** Condition: the user has fewer playlists than allowed. */
const hasRoom: Expression = {
  expression: 'attribute_not_exists(#playlists) OR #playlists < :max',
  names: { '#playlists': 'playlists' },
  values: { ':max': PLAYLISTS_MAX },
};

interface PlaylistDeps {
  readonly cursors: Cursors;
  readonly logger: Logger;
}

const createPlaylistReads = (table: Table, deps: PlaylistDeps) => {
  const listDeps = { table, ...deps };
  return {
    /** P1. One playlist, including a deleted one. */
    async get(id: string, options: { consistent?: boolean } = {}): Promise<StoredPlaylist | undefined> {
      const item = await table.get(playlistEntity.key({ id }), options);
      return item && playlistEntity.parse(item);
    },

    /** P2. A user's playlists, newest first: one query. */
    async listOwn(userId: string, page: PageOf): Promise<ListPage<Playlist>> {
      const { items, next_cursor } = await listPage(listDeps, playlistEntity, {
        list: 'playlists',
        index: 'gsi1',
        partition: key('PLAYLISTS', userId),
        ...page,
      });
      return { items: items.map(toPlaylist), next_cursor };
    },

    /** P3. The public playlists of all users, newest first: one query. */
    listPublic: (page: PageOf): Promise<ListPage<PublicPlaylist>> =>
      listPage(listDeps, listedPlaylistView, {
        list: 'public-playlists',
        index: 'gsi2',
        partition: PUBLIC_PLAYLISTS,
        ...page,
      }),

    /** P4. Ids of a user's playlists that contain a content item: one query. */
    async listContainingPlaylists(userId: string, contentId: string): Promise<readonly string[]> {
      const { items } = await table.query({
        index: 'gsi3',
        partition: key('CONTAINING', userId, contentId),
        limit: PLAYLISTS_MAX,
      });
      return items.map(({ pk }) => pk.slice(pk.indexOf('#') + 1));
    },

    /** P8. One page of a playlist's entries in their order, including those that are not shown. */
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

const createPlaylistWrites = (table: Table) => ({
  /**
   * P5. Stores a new playlist, unless its owner has reached the maximum number of playlists (`full`) or was disabled a
   * moment ago (`disabled`): the playlists of the account may have been withdrawn already.
   */
  create: async (playlist: StoredPlaylist): Promise<'created' | 'full' | 'disabled'> =>
    onConditionFailed(
      table
        .transact([
          table.write.put(playlistEntity.toItem(playlist), isNew),
          table.write.update(
            libraryEntity.key(playlist),
            { set: { ...libraryEntity.stamp, user_id: playlist.user_id }, add: { playlists: 1 } },
            hasRoom,
          ),
          table.write.check(rightsEntity.key(playlist), isDisabled(false)),
        ])
        .then(() => 'created' as const),
      (failure) => {
        if (failure.index === 0) throw failure;
        return failure.index === 1 ? ('full' as const) : ('disabled' as const);
      },
    ),

  /** P6. Saves an edit of the playlist that was read as `before`. Undefined when it changed since then. */
  async saveEdit(
    before: StoredPlaylist,
    edit: Pick<StoredPlaylist, 'title' | 'description' | 'visibility' | 'updated_at'>,
  ): Promise<StoredPlaylist | undefined> {
    const after = { ...before, ...edit, revision: before.revision + 1 };
    const set = { ...edit, revision: after.revision, ...playlistEntity.indexAttributes(after) };
    const item = await orUndefined(table.update(playlistEntity.key(before), { set }, playlistAt(before.revision)));
    return item && playlistEntity.parse(item);
  },

  /**
   * P7. Marks a playlist as deleted; no one can open it from then on. A worker removes its entries. False when it was
   * already deleted.
   */
  async markDeleted(playlist: StoredPlaylist, now: string): Promise<boolean> {
    const set = { deleted_at: now, ...playlistEntity.indexAttributes({ ...playlist, deleted_at: now }) };
    return conditionHolds(
      table.transact([
        table.write.update(playlistEntity.key(playlist), { set }, isNotDeleted),
        table.write.update(libraryEntity.key(playlist), { add: { playlists: -1 } }, exists),
      ]),
      0,
    );
  },
});

export type PlaylistRepository = ReturnType<typeof createPlaylistRepository>;

/** Playlists, without their entries. Numbers refer to access-patterns.md. */
export const createPlaylistRepository = (table: Table, deps: PlaylistDeps) => ({
  ...createPlaylistReads(table, deps),
  ...createPlaylistWrites(table),
});
