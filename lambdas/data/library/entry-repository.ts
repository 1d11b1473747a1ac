import type { Content } from '../../domain/content/content.ts';
import { orderBetween } from '../../domain/library/order-keys.ts';
import { ENTRIES_MAX, type StoredEntry, type StoredPlaylist } from '../../domain/library/playlist.ts';
import { savedContent } from '../../domain/library/saved-content.ts';
import { ordersAfterMove, type OrderedEntry } from './entry-order.ts';
import { entryEntity, playlistEntity } from './playlist-entity.ts';
import { playlistAt } from './playlist-repository.ts';
import { unchangedContentCheck } from './saved-content-fields.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** Result of adding an entry. `changed`: the playlist or content item changed since it was read; read both again. */
export type AddOutcome = 'added' | 'already' | 'changed' | 'full';

/** Condition: the entry still has this order key. */
const atOrder = (order: string): Expression => ({
  expression: '#order = :order',
  names: { '#order': 'order' },
  values: { ':order': order },
});

const greater = (left: string | null, right: string): string => (left !== null && left > right ? left : right);

const reorderWrite = (table: Table, [entry, order]: OrderedEntry): Write => {
  const { gsi1pk, gsi1sk } = entryEntity.indexAttributes({ ...entry, order });
  return table.write.update(entryEntity.key(entry), { set: { order, gsi1pk, gsi1sk } }, atOrder(entry.order));
};

/** The writes that remove an entry from its playlist. The first one fails when the entry does not exist. */
export const removalWrites = (table: Table, playlistId: string, contentId: string, now: string): readonly Write[] => [
  table.write.delete(entryEntity.key({ playlist_id: playlistId, id: contentId }), exists),
  table.write.update(playlistEntity.key({ id: playlistId }), {
    set: { updated_at: now },
    add: { entry_count: -1, revision: 1 },
  }),
];

export type EntryRepository = ReturnType<typeof createEntryRepository>;

/** Entries of playlists. Numbers refer to access-patterns.md. */
export const createEntryRepository = (table: Table) => {
  /** E1. One entry, strongly consistent. */
  const get = async (playlistId: string, contentId: string): Promise<StoredEntry | undefined> => {
    const item = await table.get(entryEntity.key({ playlist_id: playlistId, id: contentId }), { consistent: true });
    return item && entryEntity.parse(item);
  };

  return {
    get,

    /** E2. Appends a content item to a playlist. Both must be unchanged since they were read. */
    async add(playlist: StoredPlaylist, content: Content, now: string): Promise<AddOutcome> {
      const order = orderBetween(playlist.last_order ?? undefined, undefined);
      const entry = {
        ...savedContent(content),
        playlist_id: playlist.id,
        user_id: playlist.user_id,
        order,
        added_at: now,
        shown: true,
      };
      if (playlist.entry_count >= ENTRIES_MAX) return (await get(playlist.id, content.id)) ? 'already' : 'full';
      const added = table.transact([
        table.write.put(entryEntity.toItem(entry), isNew),
        unchangedContentCheck(table, content),
        table.write.update(
          playlistEntity.key(playlist),
          { set: { last_order: order, updated_at: now }, add: { entry_count: 1, revision: 1 } },
          playlistAt(playlist.revision),
        ),
      ]);
      return onConditionFailed<AddOutcome, AddOutcome>(
        added.then(() => 'added'),
        ({ index }) => (index === 0 ? 'already' : 'changed'),
      );
    },

    /** E3. Removes a content item from a playlist. False when it is not in it. */
    remove: async (playlistId: string, contentId: string, now: string): Promise<boolean> =>
      conditionHolds(table.transact(removalWrites(table, playlistId, contentId, now)), 0),

    /**
     * E4. Moves an entry after another one, or to the beginning. Undefined when the playlist changed since it was
     * read.
     */
    async move(
      playlist: StoredPlaylist,
      moved: StoredEntry,
      after: StoredEntry | undefined,
      now: string,
    ): Promise<StoredPlaylist | undefined> {
      const orders = await ordersAfterMove(table, playlist.id, moved, after);
      const last = orders.reduce((greatest, [, order]) => greater(greatest, order), playlist.last_order ?? '');
      const isMoved = await conditionHolds(
        table.transact([
          table.write.update(
            playlistEntity.key(playlist),
            { set: { last_order: last, updated_at: now }, add: { revision: 1 } },
            playlistAt(playlist.revision),
          ),
          ...orders.map((ordered) => reorderWrite(table, ordered)),
        ]),
      );
      return isMoved ? { ...playlist, last_order: last, updated_at: now, revision: playlist.revision + 1 } : undefined;
    },
  };
};
