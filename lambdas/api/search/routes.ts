import type { ContentLookup } from '../../data/content-lookup.ts';
import type { Cursors } from '../../data/cursor.ts';
import type { Route } from '../../http/route.ts';
import type { FreshIndex } from '../../domain/search/fresh-index.ts';
import { searchContent } from './search-content.ts';

/** What the use case of this feature needs. */
export interface SearchDeps {
  readonly index: FreshIndex;
  readonly content: ContentLookup;
  readonly cursors: Cursors;
  /** Signed-out visitors may browse. */
  readonly publicCatalogue: boolean;
}

/** The feature's endpoint. */
export const searchRoutes = (deps: SearchDeps): readonly Route[] => [searchContent(deps)];
