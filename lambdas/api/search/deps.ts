import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { Cursors } from '../../data/table/cursor.ts';
import type { FreshIndex } from '../../domain/search/fresh-index.ts';

/** What the use cases of this feature need. */
export interface SearchDeps {
  readonly index: FreshIndex;
  /** What is not published: staff alone finds it. */
  readonly staffIndex: FreshIndex;
  readonly content: ContentLookup;
  readonly cursors: Cursors;
  /** Signed-out visitors may browse. */
  readonly publicCatalog: boolean;
}
