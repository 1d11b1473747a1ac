import { setImmediate } from 'node:timers/promises';
import { documentOf, type SearchDocument } from '../../lambdas/domain/search/document.ts';
import type { SearchHead, SearchStore } from '../../lambdas/domain/search/head.ts';
import { createLayeredIndex } from '../../lambdas/domain/search/layered-index.ts';
import { openParts } from '../../lambdas/domain/search/packing.ts';
import { someContent } from './content.ts';

/** A stored search index in memory, with S3's conditions, whose every call lets others pass first. */
export const createMemoryStore = () => {
  let stored: { readonly head: SearchHead; readonly etag: string } | undefined;
  let version = 0;
  const snapshots = new Map<string, Uint8Array>();
  /** Calls by name, and how often a condition did not hold. */
  const counts = { readHead: 0, readSnapshot: 0, refused: 0 };
  let trouble: (() => Promise<unknown>) | undefined;
  let lostAnswers = 0;
  const pass = async (): Promise<void> => {
    await setImmediate();
    await trouble?.();
  };
  const write = (head: SearchHead): void => {
    version += 1;
    // As it would be read from its text.
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
        counts.refused += 1;
        return false;
      }
      write(head);
      if (lostAnswers > 0) {
        // The client tries again by itself, and is told that its condition does not hold.
        lostAnswers -= 1;
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
    /** Every call from now on does this first; nothing when it is left out. */
    meet: (does?: () => Promise<unknown>): void => void (trouble = does),
    /** So many next replacements are made, and their answers lost. */
    loseAnswers: (count: number): void => void (lostAnswers = count),
    /** Replaces the head whatever stands there: what no writer of ours may do. */
    overwriteHead: write,
    removeHead: (): void => void (stored = undefined),
    head: (): SearchHead | undefined => stored?.head,
    /** What the stored index finds by a text. */
    found(text: string): readonly string[] {
      if (!stored) return [];
      const packed = snapshots.get(stored.head.snapshot);
      if (!packed) throw new Error('The head names a packed index that is gone');
      return createLayeredIndex(openParts(packed), stored.head.changes)
        .search({ text })
        .map(({ id }) => id);
    },
  };
};

export type MemoryStore = ReturnType<typeof createMemoryStore>;

/** The document of a published content. */
export const someDocument = (fields: Parameters<typeof someContent>[0] = {}): SearchDocument => {
  const document = documentOf({ ...someContent(fields) });
  if (!document) throw new Error('It is not published');
  return document;
};
