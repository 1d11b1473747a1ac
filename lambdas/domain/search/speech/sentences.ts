import type { Segment } from '../../analysis/transcript.ts';
import { documentOf, type SearchDocument } from '../document.ts';
import { foldText } from '../fold.ts';
import { CONTENT_ID_BYTES } from '../packing.ts';

/** Characters of the id of a segment. */
const SEGMENT_ID = /^[a-z\d]{6}$/;

/** Reverses the order of ids: an index returns the highest id first, but sentences must follow the order of time. */
const reversed = (id: string): string => id.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));

/** The segment of a transcript that a document of the index is about. */
export interface SentenceKey {
  readonly contentId: string;
  readonly segmentId: string;
}

/** The segment that a document of the index is about. */
export const sentenceKeyOf = (documentId: string): SentenceKey => ({
  contentId: documentId.slice(0, CONTENT_ID_BYTES),
  segmentId: reversed(documentId.slice(CONTENT_ID_BYTES)),
});

/**
 * The documents of the sentences spoken in a stored content item; none when it is not published. Each one has the
 * item's filters. Throws when the stored item is invalid.
 */
export const sentencesOf = (item: object, segments: readonly Segment[]): readonly SearchDocument[] => {
  const title = documentOf(item);
  if (!title) return [];
  return segments.flatMap(({ id, text }) => {
    const folded = foldText(text);
    if (folded === '' || !SEGMENT_ID.test(id)) return [];
    return { ...title, id: `${title.id}${reversed(id)}`, title: folded, artist: '', tags: '', category: '' };
  });
};
