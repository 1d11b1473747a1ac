import { ORDER_KEY_MAX, orderBetween, ordersBetween } from '../../domain/library/order-keys.ts';
import type { StoredEntry } from '../../domain/library/playlist.ts';
import { entryEntity } from './playlist-entity.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/**
 * Entries on each side of a moved one that receive new order keys, when there is no short key left between its
 * neighbors. All are written in one transaction with the playlist.
 */
const SPREAD = 45;

/** An entry with its new order key. */
export type OrderedEntry = readonly [StoredEntry, string];

/** Entries before or after one, nearest first. Without `from`, the direction starts at that end of the list. */
const entriesAround = async (
  table: Table,
  playlistId: string,
  from: StoredEntry | undefined,
  direction: 'before' | 'after',
  limit: number,
): Promise<readonly StoredEntry[]> => {
  const partition = key('ENTRIES', playlistId);
  const startKey = from && { ...entryEntity.key(from), gsi1pk: partition, gsi1sk: key(from.order, from.id) };
  const { items } = await table.query({
    index: 'gsi1',
    partition,
    descending: direction === 'before',
    limit,
    startKey,
  });
  return items.map((item) => entryEntity.parse(item));
};

/**
 * New order keys for a move of `moved` after another entry, or to the beginning: its own key and, when that would be
 * too long, keys for the entries around it.
 */
export const ordersAfterMove = async (
  table: Table,
  playlistId: string,
  moved: StoredEntry,
  after: StoredEntry | undefined,
): Promise<readonly OrderedEntry[]> => {
  const others = (entries: readonly StoredEntry[]): readonly StoredEntry[] =>
    entries.filter(({ id }) => id !== moved.id);
  // The index is eventually consistent and can still return an entry that now comes before this position.
  const next = others(await entriesAround(table, playlistId, after, 'after', 2)).find(
    ({ order }) => after === undefined || order > after.order,
  );
  const order = orderBetween(after?.order, next?.order);
  if (order.length <= ORDER_KEY_MAX) return [[moved, order]];
  // One entry more on each side, whose key is the bound.
  const preceding = after
    ? others([after, ...(await entriesAround(table, playlistId, after, 'before', SPREAD + 1))]).slice(0, SPREAD + 1)
    : [];
  const following = others(await entriesAround(table, playlistId, after, 'after', SPREAD + 2)).slice(0, SPREAD + 1);
  const spread = [...preceding.slice(0, SPREAD).reverse(), moved, ...following.slice(0, SPREAD)];
  const orders = ordersBetween(preceding[SPREAD]?.order, following[SPREAD]?.order, spread.length);
  return spread.map((entry, index) => [entry, orders[index] ?? ''] as const);
};
