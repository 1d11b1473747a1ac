import {
  isPackingDue,
  UNREADABLE_HEAD,
  withChanges,
  type SearchChange,
  type SearchHead,
  type SearchStore,
  type StoredHead,
} from './head.ts';
import { documentsAfter } from './layered-index.ts';
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

const repack = async (
  { store }: UpdateDeps,
  before: SearchHead | undefined,
  changes: readonly SearchChange[],
): Promise<SearchHead> => {
  const base = openParts(before ? await mustRead(store, before.snapshot) : packDocuments([]));
  const documents = documentsAfter(base, changes);
  return {
    snapshot: await store.addSnapshot(packDocuments(documents)),
    count: documents.length,
    changes: [],
    retired: before ? [before.snapshot] : [],
  };
};

const mustRead = async (store: SearchStore, name: string): Promise<Uint8Array> => {
  const found = await store.readSnapshot(name);
  if (!found) throw new Error('The packed search index no longer exists');
  return found;
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
  let ownSnapshot: string | undefined;
  /** Removes the snapshot of a write that failed. After a lost response, the head may name it nevertheless. */
  const removeUnused = async (head: SearchHead | undefined): Promise<void> => {
    if (ownSnapshot !== undefined && ownSnapshot !== head?.snapshot && !head?.retired.includes(ownSnapshot))
      await store.removeSnapshots([ownSnapshot]);
  };
  const attempt = async (): Promise<boolean | typeof RETRY> => {
    const stored = await readHead(deps);
    const before = stored?.head;
    await removeUnused(before);
    const head = await makeHead(before, stored !== undefined && before === undefined);
    if (!head) return false;
    const isNew = head.snapshot !== before?.snapshot;
    if (await store.replaceHead(head, stored?.etag)) {
      if (isNew && before) await store.removeSnapshots(before.retired);
      return true;
    }
    ownSnapshot = isNew ? head.snapshot : undefined;
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
    const all = withChanges(before?.changes ?? [], changes);
    return before && !isPackingDue(before.count, all.length)
      ? { ...before, changes: [...all] }
      : repack(deps, before, all);
  });
};

/** An index packed from the table. */
export interface PackedTable {
  readonly packed: Uint8Array;
  /** Number of content items in it. */
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
      before?.snapshot === initial?.snapshot
        ? {
            snapshot: await deps.store.addSnapshot(bytes),
            count,
            changes: (before?.changes ?? []).filter((change) => !known.has(JSON.stringify(change))),
            retired: before ? [before.snapshot] : [],
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
