import { setImmediate } from 'node:timers/promises';
import { documentOf, type SearchDocument } from '../../lambdas/domain/search/document.ts';
import type { SearchHead, SearchStore } from '../../lambdas/domain/search/head.ts';
import { createLayeredIndex, layerOf, type Layer } from '../../lambdas/domain/search/layered-index.ts';
import { createPackedIndex } from '../../lambdas/domain/search/packed-index.ts';
import { openParts, packDocuments, type PackedParts } from '../../lambdas/domain/search/packing.ts';
import type { SearchIndex } from '../../lambdas/domain/search/search-index.ts';
import { someContent } from './content.ts';

/** An index of titles without changes. */
export const openTitles = (parts: PackedParts): SearchIndex =>
  createLayeredIndex([{ parts, ids: [] }], createPackedIndex);

/** An index of titles that contains these documents. */
export const titlesOf = (...documents: readonly SearchDocument[]): SearchIndex =>
  openTitles(openParts(packDocuments(documents)));

/** An in-memory search index store with S3's conditional writes. Every call first yields to other tasks. */
export const createMemoryStore = () => {
  let stored: { readonly head: SearchHead; readonly etag: string } | undefined;
  let version = 0;
  const snapshots = new Map<string, Uint8Array>();
  /** Calls by name, and how often a condition failed. */
  const counts = { readHead: 0, readSnapshot: 0, conflicts: 0 };
  let interference: (() => Promise<unknown>) | undefined;
  let lostResponses = 0;
  const pass = async (): Promise<void> => {
    await setImmediate();
    await interference?.();
  };
  const write = (head: SearchHead): void => {
    version += 1;
    // As if parsed from JSON.
    stored = { head: JSON.parse(JSON.stringify(head)) as SearchHead, etag: `"${version}"` };
  };
  const store: SearchStore = {
    async readHead(etag) {
      counts.readHead += 1;
      await pass();
      return stored && stored.etag === etag ? 'unchanged' : stored;
    },
    async replaceHead(head, etag) {
      await pass();
      if (stored?.etag !== etag) {
        counts.conflicts += 1;
        return false;
      }
      write(head);
      if (lostResponses > 0) {
        // The client retries automatically and then finds that its condition is no longer met.
        lostResponses -= 1;
        return false;
      }
      return true;
    },
    async readSnapshot(name) {
      counts.readSnapshot += 1;
      await pass();
      return snapshots.get(name);
    },
    async addSnapshot(packed) {
      await pass();
      version += 1;
      snapshots.set(`packed/${version}`, packed);
      return `packed/${version}`;
    },
    async removeSnapshots(names) {
      await pass();
      for (const name of names) snapshots.delete(name);
    },
  };
  return {
    ...store,
    counts,
    snapshots,
    /** Runs this before every call from now on; stops when called without one. */
    beforeEachCall: (does?: () => Promise<unknown>): void => void (interference = does),
    /** Performs the next `count` replacements but reports them as failed. */
    loseResponses: (count: number): void => void (lostResponses = count),
    /** Replaces the head unconditionally, which no writer of the product does. */
    overwriteHead: write,
    removeHead: (): void => void (stored = undefined),
    head: (): SearchHead | undefined => stored?.head,
    /** The IDs that the stored index finds for a text. */
    found(text: string, openPacked = createPackedIndex): readonly string[] {
      if (!stored) return [];
      const { snapshot, recent, changes } = stored.head;
      const layer = (name: string, ids: readonly string[]): Layer => {
        const packed = snapshots.get(name);
        if (!packed) throw new Error('The head names a packed index that does not exist');
        return { parts: openParts(packed), ids };
      };
      const layers = [layer(snapshot, []), ...(recent ? [layer(recent.snapshot, recent.ids)] : []), layerOf(changes)];
      return createLayeredIndex(layers, openPacked)
        .search({ text })
        .map(({ id }) => id);
    },
  };
};

export type MemoryStore = ReturnType<typeof createMemoryStore>;

/** The search document of a published item. */
export const someDocument = (fields: Parameters<typeof someContent>[0] = {}): SearchDocument => {
  const document = documentOf({ ...someContent(fields) });
  if (!document) throw new Error('The item is not published');
  return document;
};
