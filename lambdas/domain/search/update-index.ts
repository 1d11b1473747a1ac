import {
  isPackingDue,
  UNREADABLE_HEAD,
  withChanges,
  type SearchChange,
  type SearchHead,
  type SearchStore,
  type StoredHead,
} from './head.ts';
import { changedBy } from './layered-index.ts';
import { openParts, packDocuments } from './packing.ts';

/** Writers that meet try again, with ever longer waits of up to this many milliseconds. */
const FIRST_WAIT_MS = 50;
const MAX_TRIES = 8;

/** What an update needs. */
export interface UpdateDeps {
  readonly store: SearchStore;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
}

const packed = async (
  { store }: UpdateDeps,
  before: SearchHead | undefined,
  changes: readonly SearchChange[],
): Promise<SearchHead> => {
  const base = openParts(before ? await mustRead(store, before.snapshot) : packDocuments([]));
  const documents = changedBy(base, changes);
  return {
    snapshot: await store.addSnapshot(packDocuments(documents)),
    count: documents.length,
    changes: [],
    retired: before ? [before.snapshot] : [],
  };
};

const mustRead = async (store: SearchStore, name: string): Promise<Uint8Array> => {
  const found = await store.readSnapshot(name);
  if (!found) throw new Error('The packed search index is gone');
  return found;
};

const readHead = async ({ store }: UpdateDeps): Promise<StoredHead | undefined> => {
  const found = await store.readHead();
  return found === 'unchanged' ? undefined : found;
};

/**
 * Writes changes into the index. Two writers at once lose nothing: a head is replaced only by who read it, the other
 * one begins again. Throws when others were first too often. `makeHead` answers the next head, made of the one before;
 * undefined when there is none to be made, then the answer is false. `isUnreadable`: something stands there that is no
 * head.
 */
const replace = async (
  deps: UpdateDeps,
  makeHead: (before: SearchHead | undefined, isUnreadable: boolean) => Promise<SearchHead | undefined>,
): Promise<boolean> => {
  const { store, sleep, random } = deps;
  let mine: string | undefined;
  for (let tries = 1; ; tries += 1) {
    const stored = await readHead(deps);
    const before = stored?.head;
    // An answer that was lost on its way looks like a defeat: then the head names what this writer packed.
    if (mine !== undefined && mine !== before?.snapshot && !before?.retired.includes(mine))
      await store.removeSnapshots([mine]);
    const head = await makeHead(before, stored !== undefined && before === undefined);
    if (!head) return false;
    const isNew = head.snapshot !== before?.snapshot;
    if (await store.replaceHead(head, stored?.etag)) {
      if (isNew && before) await store.removeSnapshots(before.retired);
      return true;
    }
    mine = isNew ? head.snapshot : undefined;
    if (tries === MAX_TRIES) throw new Error('Other writers of the search index were always first');
    await sleep(random() * FIRST_WAIT_MS * 2 ** tries);
  }
};

/**
 * Adds changes to the index, and packs it anew when that is due. Throws for a head that cannot be read: an index of
 * these changes alone would look like a whole one.
 */
export const addChanges = async (deps: UpdateDeps, changes: readonly SearchChange[]): Promise<void> => {
  await replace(deps, async (before, isUnreadable) => {
    if (isUnreadable) throw new Error(UNREADABLE_HEAD);
    const all = withChanges(before?.changes ?? [], changes);
    return before && !isPackingDue(before.count, all.length)
      ? { ...before, changes: [...all] }
      : packed(deps, before, all);
  });
};

/** An index that was packed from what the table holds. */
export interface PackedTable {
  readonly packed: Uint8Array;
  /** Contents in it. */
  readonly count: number;
}

/**
 * Makes the whole index anew; `readTable` packs what the table holds. Changes that were written before it began go with
 * the old index: after one of them the news of another may have been lost, and the table knows. Those that were written
 * meanwhile stay, as they may be newer. Whoever packed the index anew meanwhile put them where they are no longer told
 * apart: then the table is read again. Throws when that happens too often. A head that cannot be read is replaced like
 * any other.
 */
export const rebuildIndex = async (deps: UpdateDeps, readTable: () => Promise<PackedTable>): Promise<void> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const begun = (await readHead(deps))?.head;
    const known = new Set(begun?.changes.map((change) => JSON.stringify(change)));
    const { packed: bytes, count } = await readTable();
    const done = await replace(deps, async (before) =>
      before?.snapshot === begun?.snapshot
        ? {
            snapshot: await deps.store.addSnapshot(bytes),
            count,
            changes: (before?.changes ?? []).filter((change) => !known.has(JSON.stringify(change))),
            retired: before ? [before.snapshot] : [],
          }
        : undefined,
    );
    if (done) return;
  }
  throw new Error('The search index was packed anew each time that the table was read');
};
