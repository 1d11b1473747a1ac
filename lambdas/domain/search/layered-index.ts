import type { SearchDocument } from './document.ts';
import { documentsAfterChange, type SearchChange } from './head.ts';
import { hitsOf, type OpenPacked } from './open-search.ts';
import { openParts, packDocuments, unpackDocuments, type PackedParts } from './packing.ts';
import type { SearchIndex } from './search-index.ts';
import { documentsOf } from './selection.ts';

/** A packed index with the ids of the content items whose documents in earlier layers it replaces. */
export interface Layer {
  readonly parts: PackedParts;
  readonly ids: readonly string[];
}

/** Packs changes as a layer. */
export const layerOf = (changes: readonly SearchChange[]): Layer => ({
  parts: openParts(packDocuments(changes.flatMap(documentsAfterChange))),
  ids: changes.map(({ id }) => id),
});

/** The content items that the layers after each one replace. */
const replacedIn = (layers: readonly Layer[]): readonly ReadonlySet<string>[] =>
  layers.map((_, number) => new Set(layers.slice(number + 1).flatMap(({ ids }) => ids)));

/** One index of several layers, oldest first. A content item is found in its latest layer only. */
export const createLayeredIndex = (layers: readonly Layer[], openPacked: OpenPacked): SearchIndex => {
  const replaced = replacedIn(layers);
  const opened = layers.map(({ parts }, number) => {
    const { excluded, count } = documentsOf(parts, replaced[number] ?? []);
    return { index: openPacked(parts, count === 0 ? undefined : excluded), size: parts.count - count };
  });
  return {
    size: opened.reduce((sum, { size }) => sum + size, 0),
    search: (query) => hitsOf(opened.map(({ index }) => index.open(query))),
  };
};

/** The documents of layers, oldest first. */
export const documentsOfLayers = (layers: readonly Layer[]): readonly SearchDocument[] => {
  const replaced = replacedIn(layers);
  return layers.flatMap(({ parts }, number) => {
    const { excluded } = documentsOf(parts, replaced[number] ?? []);
    return unpackDocuments(parts).filter((_, index) => !excluded[index]);
  });
};
