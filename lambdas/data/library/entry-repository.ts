import type { Content } from '../../domain/content/content.ts';
import { savedContent } from '../../domain/library/saved-content.ts';
import { ORDER_KEY_MAX, orderBetween, ordersBetween } from '../../domain/library/order-keys.ts';
import { ENTRIES_MAX, type StoredEntry, type StoredPlaylist } from '../../domain/library/playlist.ts';
import { unchangedContentCheck } from './saved-content-fields.ts';
import { key } from '../table/keys.ts';
import { entryEntity, playlistEntity } from './playlist-entity.ts';
import { playlistAt } from './playlist-repository.ts';
import { ConditionFailed } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** What became of an attempt to add. `changed`: playlist or content changed in between, read both again. */
export type AddOutcome = 'added' | 'already' | 'changed' | 'full';

/** Entries on each side of a place that are spread anew together, with the playlist in one transaction. */
const SPREAD = 45;

/** Condition: the entry stands where it was read. */
const atOrder = (order: string): Expression => ({
  expression: '#order = :order',
  names: { '#order': 'order' },
  values: { ':order': order },
});

const greater = (left: string | null, right: string): string => (left !== null && left > right ? left : right);

/** The writes that take an entry out of its playlist; the first refuses when it is not there. */
export const removalWrites = (table: Table, playlistId: string, contentId: string, now: string): readonly Write[] => [
  table.write.delete(entryEntity.key({ playlist_id: playlistId, id: contentId }), exists),
  table.write.update(playlistEntity.key({ id: playlistId }), {
    set: { updated_at: now },
    add: { entry_count: -1, revision: 1 },
  }),
];

export type EntryRepository = ReturnType<typeof createEntryRepository>;

/** Entries of playlists. Numbers are those of access-patterns.md. */
export const createEntryRepository = (table: Table) => {
  const get = async (playlistId: string, contentId: string): Promise<StoredEntry | undefined> => {
    const item = await table.get(entryEntity.key({ playlist_id: playlistId, id: contentId }), { consistent: true });
    return item && entryEntity.parse(item);
  };

  /** Entries before or behind one, nearest first; `from` undefined is the end of the list. */
  const around = async (
    playlistId: string,
    from: StoredEntry | undefined,
    direction: 'before' | 'behind',
    limit: number,
  ): Promise<readonly StoredEntry[]> => {
    const startKey = from && {
      ...entryEntity.key(from),
      gsi1pk: key('ENTRIES', playlistId),
      gsi1sk: key(from.order, from.id),
    };
    const { items } = await table.query({
      index: 'gsi1',
      partition: key('ENTRIES', playlistId),
      descending: direction === 'before',
      limit,
      startKey,
    });
    return items.map((item) => entryEntity.parse(item));
  };

  const rewrite = (entry: StoredEntry, order: string): Write => {
    const { gsi1pk, gsi1sk } = entryEntity.indexAttributes({ ...entry, order });
    return table.write.update(entryEntity.key(entry), { set: { order, gsi1pk, gsi1sk } }, atOrder(entry.order));
  };

  /** Order keys of the moved entry and, where there is no room for a short one, of those around its place. */
  const placed = async (
    playlistId: string,
    moved: StoredEntry,
    after: StoredEntry | undefined,
  ): Promise<readonly (readonly [StoredEntry, string])[]> => {
    const others = (entries: readonly StoredEntry[]): readonly StoredEntry[] =>
      entries.filter(({ id }) => id !== moved.id);
    // An index follows a moment later: what it still has before the place is no neighbor.
    const next = others(await around(playlistId, after, 'behind', 2)).find(
      ({ order }) => after === undefined || order > after.order,
    );
    const order = orderBetween(after?.order, next?.order);
    if (order.length <= ORDER_KEY_MAX) return [[moved, order]];
    // One more than is spread on each side, as the bound.
    const before = after
      ? others([after, ...(await around(playlistId, after, 'before', SPREAD + 1))]).slice(0, SPREAD + 1)
      : [];
    const behind = others(await around(playlistId, after, 'behind', SPREAD + 2)).slice(0, SPREAD + 1);
    const spread = [...before.slice(0, SPREAD).reverse(), moved, ...behind.slice(0, SPREAD)];
    const orders = ordersBetween(before[SPREAD]?.order, behind[SPREAD]?.order, spread.length);
    return spread.map((entry, index) => [entry, orders[index] ?? ''] as const);
  };

  return {
    /** E1. One entry, as it is at this moment. */
    get,

    /** E2. Adds a content, as it was read, at the end of a playlist, as it was read. */
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
      try {
        await table.transact([
          table.write.put(entryEntity.toItem(entry), isNew),
          unchangedContentCheck(table, content),
          table.write.update(
            playlistEntity.key(playlist),
            { set: { last_order: order, updated_at: now }, add: { entry_count: 1, revision: 1 } },
            playlistAt(playlist.revision),
          ),
        ]);
        return 'added';
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.index === 0 ? 'already' : 'changed';
      }
    },

    /** E3. Takes a content out of a playlist. False when it does not stand there. */
    async remove(playlistId: string, contentId: string, now: string): Promise<boolean> {
      try {
        await table.transact(removalWrites(table, playlistId, contentId, now));
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed && error.index === 0) return false;
        throw error;
      }
    },

    /**
     * E4. Moves an entry behind another one, or to the beginning. Undefined when the playlist, as it was read, changed
     * in between.
     */
    async move(
      playlist: StoredPlaylist,
      moved: StoredEntry,
      after: StoredEntry | undefined,
      now: string,
    ): Promise<StoredPlaylist | undefined> {
      const orders = await placed(playlist.id, moved, after);
      const last = orders.reduce((greatest, [, order]) => greater(greatest, order), playlist.last_order ?? '');
      try {
        await table.transact([
          table.write.update(
            playlistEntity.key(playlist),
            { set: { last_order: last, updated_at: now }, add: { revision: 1 } },
            playlistAt(playlist.revision),
          ),
          ...orders.map(([entry, order]) => rewrite(entry, order)),
        ]);
        return { ...playlist, last_order: last, updated_at: now, revision: playlist.revision + 1 };
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },
  };
};
