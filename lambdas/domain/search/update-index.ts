import {
  documentsAfterChange,
  duePacking,
  snapshotsOf,
  UNREADABLE_HEAD,
  withChanges,
  type SearchChange,
  type SearchHead,
  type SearchStore,
  type StoredHead,
} from './head.ts';
import { documentsOfLayers, layerOf, type Layer } from './layered-index.ts';
import { openParts, packDocuments } from './packing.ts';
import { optimistic, RETRY } from '../optimistic.ts';

/**
 * Conflicting writers retry after a random wait. The maximum wait starts at twice this many milliseconds and doubles.
 */
const FIRST_WAIT_MS = 50;
const MAX_TRIES = 8;

/** Dependencies of an update. */
export interface UpdateDeps {
  readonly store: SearchStore;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

const readLayer = async ({ store }: UpdateDeps, name: string, ids: readonly string[]): Promise<Layer> => {
  const found = await store.readSnapshot(name);
  if (!found) throw new Error('The packed search index no longer exists');
  return { parts: openParts(found), ids };
};

/** Packs everything into one index. */
const packAll = async (
  deps: UpdateDeps,
  before: SearchHead | undefined,
  changes: readonly SearchChange[],
): Promise<SearchHead> => {
  const documents = documentsOfLayers([
    ...(before ? [await readLayer(deps, before.snapshot, [])] : []),
    ...(before?.recent ? [await readLayer(deps, before.recent.snapshot, before.recent.ids)] : []),
    layerOf(changes),
  ]);
  return {
    snapshot: await deps.store.addSnapshot(packDocuments(documents)),
    count: documents.length,
    changes: [],
    retired: before ? [...snapshotsOf(before)] : [],
  };
};

/** Packs the changes into the smaller index, which leaves the large one as it is. */
const packRecent = async (
  deps: UpdateDeps,
  before: SearchHead,
  changes: readonly SearchChange[],
): Promise<SearchHead> => {
  const { recent } = before;
  const layers = [...(recent ? [await readLayer(deps, recent.snapshot, recent.ids)] : []), layerOf(changes)];
  const documents = documentsOfLayers(layers);
  return {
    ...before,
    recent: {
      snapshot: await deps.store.addSnapshot(packDocuments(documents)),
      count: documents.length,
      ids: [...new Set(layers.flatMap(({ ids }) => ids))],
    },
    changes: [],
    retired: recent ? [recent.snapshot] : [],
  };
};

/** The head after changes. */
const headAfter = (
  deps: UpdateDeps,
  before: SearchHead | undefined,
  changes: readonly SearchChange[],
): Promise<SearchHead> | SearchHead => {
  const due = before ? duePacking(before, changes) : 'all';
  if (!before || due === 'all') return packAll(deps, before, changes);
  return due === 'recent' ? packRecent(deps, before, changes) : { ...before, changes: [...changes] };
};

const readHead = async ({ store }: UpdateDeps): Promise<StoredHead | undefined> => {
  const found = await store.readHead();
  return found === 'unchanged' ? undefined : found;
};

/**
 * Replaces the head of the index. Concurrent writers lose no changes: a head can be replaced only by a writer that has
 * read it, and the other writer starts over. Throws after too many conflicts. `makeHead` makes the next head from the
 * current one. If it returns undefined, nothing is written and the result is false. `isUnreadable` is true when the
 * stored head cannot be read.
 */
const replace = async (
  deps: UpdateDeps,
  makeHead: (before: SearchHead | undefined, isUnreadable: boolean) => Promise<SearchHead | undefined>,
): Promise<boolean> => {
  const { store, sleep, random } = deps;
  let ownSnapshots: readonly string[] = [];
  /** Removes the packed indexes of a write that failed. After a lost response, the head may name them nevertheless. */
  const removeUnused = async (head: SearchHead | undefined): Promise<void> => {
    const used = head ? [...snapshotsOf(head), ...head.retired] : [];
    const unused = ownSnapshots.filter((name) => !used.includes(name));
    if (unused.length > 0) await store.removeSnapshots(unused);
  };
  const attempt = async (): Promise<boolean | typeof RETRY> => {
    const stored = await readHead(deps);
    const before = stored?.head;
    await removeUnused(before);
    const head = await makeHead(before, stored !== undefined && before === undefined);
    if (!head) return false;
    const known = before ? snapshotsOf(before) : [];
    const added = snapshotsOf(head).filter((name) => !known.includes(name));
    if (await store.replaceHead(head, stored?.etag)) {
      if (added.length > 0 && before) await store.removeSnapshots(before.retired);
      return true;
    }
    ownSnapshots = added;
    return RETRY;
  };
  const done = await optimistic<boolean | undefined>(attempt, {
    tries: MAX_TRIES,
    backOff: (tried) => sleep(random() * FIRST_WAIT_MS * 2 ** tried),
    exhausted: () => undefined,
  });
  if (done !== undefined) return done;
  await removeUnused((await readHead(deps))?.head);
  throw new Error('Too many conflicts with other writers of the search index');
};

/**
 * Adds changes to the index, and repacks it when due. Throws when the head cannot be read, because an index of only
 * these changes would look complete.
 */
export const addChanges = async (deps: UpdateDeps, changes: readonly SearchChange[]): Promise<void> => {
  await replace(deps, async (before, isUnreadable) => {
    if (isUnreadable) throw new Error(UNREADABLE_HEAD);
    // An index that does not exist has nothing to remove.
    if (!before && changes.every((change) => documentsAfterChange(change).length === 0)) return undefined;
    return headAfter(deps, before, withChanges(before?.changes ?? [], changes));
  });
};

/** An index packed from the table. */
export interface PackedTable {
  readonly packed: Uint8Array;
  /** Number of documents in it. */
  readonly count: number;
}

/**
 * Rebuilds the whole index. `readTable` packs all items of the table. Changes from before the rebuild are dropped
 * with the old index, because the table is more reliable. Changes written during the rebuild are kept, because they can
 * be newer than the table data. If another writer repacked the index during the rebuild, its changes can no longer be
 * separated, so the table is read again. Throws when that happens too often. An unreadable head is replaced like any
 * other.
 */
export const rebuildIndex = async (deps: UpdateDeps, readTable: () => Promise<PackedTable>): Promise<void> => {
  const attempt = async (): Promise<void | typeof RETRY> => {
    const initial = (await readHead(deps))?.head;
    const known = new Set(initial?.changes.map((change) => JSON.stringify(change)));
    const { packed: bytes, count } = await readTable();
    const done = await replace(deps, async (before) =>
      before?.snapshot === initial?.snapshot && before?.recent?.snapshot === initial?.recent?.snapshot
        ? {
            snapshot: await deps.store.addSnapshot(bytes),
            count,
            changes: (before?.changes ?? []).filter((change) => !known.has(JSON.stringify(change))),
            retired: before ? [...snapshotsOf(before)] : [],
          }
        : undefined,
    );
    return done ? undefined : RETRY;
  };
  await optimistic(attempt, {
    tries: MAX_TRIES,
    exhausted: () => {
      throw new Error('The search index was repacked during every read of the table');
    },
  });
};
