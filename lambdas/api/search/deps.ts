import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { Cursors } from '../../data/table/cursor.ts';
import type { SentenceLookup } from '../../data/transcripts/sentence-lookup.ts';
import type { FreshIndex } from '../../domain/search/fresh-index.ts';
import type { ReadStorage } from '../staff-rights.ts';

/** Dependencies of the use cases. */
export interface SearchDeps {
  readonly index: FreshIndex;
  /** Index of unpublished items, which only staff can search. */
  readonly staffIndex: FreshIndex;
  /** Index of the sentences spoken in published items. */
  readonly speechIndex: FreshIndex;
  readonly sentences: SentenceLookup;
  readonly content: ContentLookup;
  readonly cursors: Cursors;
  /** Whether visitors who have not signed in can browse. */
  readonly publicCatalog: boolean;
  /** Where AWS keeps the files of content items, for administrators. */
  readonly readStorage: ReadStorage;
}
