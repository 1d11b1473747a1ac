import { isPackingDue, withChanges, type SearchChange, type SearchHead, type SearchStore } from './head.ts';
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

const packed = async ({ store }: UpdateDeps, before: SearchHead | undefined, changes: readonly SearchChange[]): Promise<SearchHead> => {
  const base = openParts(before ? await mustRead(store, before.snapshot) : packDocuments([]));
  const documents = changedBy(base, changes);
  return { snapshot: await store.addSnapshot(packDocuments(documents)), count: documents.length, changes: [], retired: before ? [before.snapshot] : [] };
};

const mustRead = async (store: SearchStore, name: string): Promise<Uint8Array> => {
  const found = await store.readSnapshot(name);
  if (!found) throw new Error('The packed search index is gone');
  return found;
};

/**
 * Writes changes into the index. Two writers at once lose nothing: a head is replaced only by who read it, the other one begins again. Throws when
 * others were first too often. `makeHead` answers the next head.
 */
const replace = async (deps: UpdateDeps, makeHead: (before: SearchHead | undefined) => Promise<SearchHead>): Promise<void> => {
  const { store, sleep, random } = deps;
  let mine: string | undefined;
  for (let tries = 1; ; tries += 1) {
    const found = await store.readHead();
    const stored = found === 'unchanged' ? undefined : found;
    const before = stored?.head;
    // An answer that was lost on its way looks like a defeat: then the head names what this writer packed.
    if (mine !== undefined && mine !== before?.snapshot && !before?.retired.includes(mine)) await store.removeSnapshots([mine]);
    const head = await makeHead(before);
    const isNew = head.snapshot !== before?.snapshot;
    if (await store.replaceHead(head, stored?.etag)) {
      if (isNew && before) await store.removeSnapshots(before.retired);
      return;
    }
    mine = isNew ? head.snapshot : undefined;
    if (tries === MAX_TRIES) throw new Error('Other writers of the search index were always first');
    await sleep(random() * FIRST_WAIT_MS * 2 ** tries);
  }
};

/** Adds changes to the index, and packs it anew when that is due. */
export const addChanges = (deps: UpdateDeps, changes: readonly SearchChange[]): Promise<void> =>
  replace(deps, async (before) => {
    const all = withChanges(before?.changes ?? [], changes);
    return before && !isPackingDue(before.count, all.length) ? { ...before, changes: [...all] } : packed(deps, before, all);
  });

/** Replaces the whole index by one that was packed from what the table held. Changes that were written before stay: they may be newer. */
export const replaceIndex = (deps: UpdateDeps, index: { readonly packed: Uint8Array; readonly count: number }): Promise<void> =>
  replace(deps, async (before) => ({
    snapshot: await deps.store.addSnapshot(index.packed), count: index.count, changes: before?.changes ?? [], retired: before ? [before.snapshot] : [],
  }));
