import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { Cursors } from '../../data/table/cursor.ts';
import type { Route } from '../../http/route.ts';
import type { FreshIndex } from '../../domain/search/fresh-index.ts';
import { searchAllContent } from './search-all-content.ts';
import { searchContent } from './search-content.ts';

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

/** The feature's endpoints. */
export const searchRoutes = (deps: SearchDeps): readonly Route[] => [searchContent(deps), searchAllContent(deps)];
