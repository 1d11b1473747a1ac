import { AppError } from '../app-error.ts';
import type { Logger } from '../logger.ts';
import { UNREADABLE_HEAD, type SearchStore } from './head.ts';
import { createLayeredIndex } from './layered-index.ts';
import { openParts, packDocuments, type PackedParts } from './packing.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Milliseconds for which an index counts as fresh: a publication must be found within five seconds, of which stream and
 * writer take their part.
 */
export const FRESH_MS = 2000;

/** A packed index may go between the reading of its name and of itself, when it was packed anew twice. */
const MAX_TRIES = 3;

/**
 * Milliseconds that a search waits for a newer index when it has an older one: storage that is slow or away makes
 * searching no slower than this.
 */
export const PATIENCE_MS = 1500;

/** What a fresh index needs. */
export interface FreshIndexDeps {
  readonly store: Pick<SearchStore, 'readHead' | 'readSnapshot'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ends after so many milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** An index that is at most two seconds older than what is stored, while storage answers. */
export interface FreshIndex {
  /**
   * Empty when none is stored. Throws AppError `unavailable` when it was never loaded and cannot be. An older one is
   * better than none.
   */
  current(): Promise<SearchIndex>;
}

/** Keeps the index of one environment of the function: loaded once, then asked for changes by the ETag of its head. */
export const createFreshIndex = ({ store, logger, now, sleep }: FreshIndexDeps): FreshIndex => {
  const empty = createLayeredIndex(openParts(packDocuments([])), []);
  let loaded:
    | { readonly etag: string; readonly snapshot: string; readonly base: PackedParts; readonly index: SearchIndex }
    | undefined;
  let freshUntil = 0;
  let loading: { readonly done: Promise<SearchIndex>; readonly patience: Promise<unknown> } | undefined;

  const load = async (tries = 1): Promise<SearchIndex> => {
    const found = await store.readHead(loaded?.etag);
    if (found === 'unchanged') return loaded?.index ?? empty;
    if (!found) {
      loaded = undefined;
      return empty;
    }
    const { etag, head } = found;
    if (!head) throw new Error(UNREADABLE_HEAD);
    if (loaded?.snapshot === head.snapshot) {
      loaded = { ...loaded, etag, index: createLayeredIndex(loaded.base, head.changes) };
      return loaded.index;
    }
    const packed = await store.readSnapshot(head.snapshot);
    if (packed) {
      const base = openParts(packed);
      loaded = { etag, snapshot: head.snapshot, base, index: createLayeredIndex(base, head.changes) };
      return loaded.index;
    }
    if (tries === MAX_TRIES) throw new Error('The packed search index is gone');
    return load(tries + 1);
  };

  const refresh = async (): Promise<SearchIndex> => {
    const asked = now();
    try {
      return await load();
    } catch (error) {
      logger.error('The search index was not loaded', {}, error);
      if (!loaded) throw new AppError('unavailable');
      return loaded.index;
    } finally {
      freshUntil = asked + FRESH_MS;
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
