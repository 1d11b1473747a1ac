import { AppError } from '../app-error.ts';
import type { Logger } from '../logger.ts';
import { optimistic, RETRY } from '../optimistic.ts';
import { snapshotsOf, UNREADABLE_HEAD, type SearchHead, type SearchStore } from './head.ts';
import { createLayeredIndex, layerOf } from './layered-index.ts';
import type { OpenPacked } from './open-search.ts';
import { openParts, type PackedParts } from './packing.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Milliseconds for which an index counts as fresh. A published item must be searchable within five seconds, including
 * the delay of stream and writer.
 */
export const FRESH_MS = 2000;

/** A packed index can disappear between reading the head and reading the index, if it is repacked twice in between. */
const MAX_TRIES = 3;

/**
 * Milliseconds that a search waits for a newer index when it has an older one. Limits the delay when storage is slow or
 * unavailable.
 */
export const PATIENCE_MS = 1500;

/** Dependencies of a fresh index. */
export interface FreshIndexDeps {
  readonly store: Pick<SearchStore, 'readHead' | 'readSnapshot'>;
  /** How the index is searched. */
  readonly openPacked: OpenPacked;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after this many milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** An index that lags at most two seconds behind the stored one, as long as storage is available. */
export interface FreshIndex {
  /**
   * The current index, or the last loaded one while storage is unavailable. Empty when none is stored. Throws AppError
   * `unavailable` when the index cannot be loaded and never was.
   */
  current(): Promise<SearchIndex>;
}

/** Keeps the index of one function instance: loads it once, then checks the ETag of its head for changes. */
export const createFreshIndex = ({ store, openPacked, logger, now, sleep }: FreshIndexDeps): FreshIndex => {
  const empty = createLayeredIndex([], openPacked);
  let loaded:
    | {
        readonly etag: string;
        /** Packed indexes by name. */
        readonly packed: ReadonlyMap<string, PackedParts>;
        readonly index: SearchIndex;
      }
    | undefined;
  let freshUntil = 0;
  let loading: { readonly done: Promise<SearchIndex>; readonly patience: Promise<unknown> } | undefined;

  /** The packed indexes of a head, by name; undefined when one no longer exists. Those already loaded are kept. */
  const readPacked = async (head: SearchHead): Promise<ReadonlyMap<string, PackedParts> | undefined> => {
    const packed = new Map<string, PackedParts>();
    for (const name of snapshotsOf(head)) {
      const known = loaded?.packed.get(name);
      const bytes = known ? undefined : await store.readSnapshot(name);
      if (!known && !bytes) return undefined;
      packed.set(name, known ?? openParts(bytes as Uint8Array));
    }
    return packed;
  };

  const load = async (): Promise<SearchIndex | typeof RETRY> => {
    const found = await store.readHead(loaded?.etag);
    if (found === 'unchanged') return loaded?.index ?? empty;
    if (!found) {
      loaded = undefined;
      return empty;
    }
    const { etag, head } = found;
    if (!head) throw new Error(UNREADABLE_HEAD);
    const packed = await readPacked(head);
    if (!packed) return RETRY;
    const layers = [...packed.values()].map((parts, number) => ({
      parts,
      ids: number > 0 ? (head.recent?.ids ?? []) : [],
    }));
    const latest = head.changes.length > 0 ? [layerOf(head.changes)] : [];
    loaded = { etag, packed, index: createLayeredIndex([...layers, ...latest], openPacked) };
    return loaded.index;
  };

  const refresh = async (): Promise<SearchIndex> => {
    const startedAt = now();
    try {
      return await optimistic(load, {
        tries: MAX_TRIES,
        exhausted: () => {
          throw new Error('The packed search index no longer exists');
        },
      });
    } catch (error) {
      logger.error('The search index was not loaded', {}, error);
      if (!loaded) throw new AppError('unavailable');
      return loaded.index;
    } finally {
      freshUntil = startedAt + FRESH_MS;
      loading = undefined;
    }
  };

  return {
    async current() {
      if (loaded && now() < freshUntil) return loaded.index;
      loading ??= { done: refresh(), patience: sleep(PATIENCE_MS) };
      const { done, patience } = loading;
      return loaded ? Promise.race([done, patience.then(() => loaded?.index ?? done)]) : done;
    },
  };
};
