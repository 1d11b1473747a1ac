import type { CategoryRepository } from '../../data/category-repository.ts';
import type { ContentRepository } from '../../data/content-repository.ts';
import type { CreatorRepository } from '../../data/creator-repository.ts';
import type { Route } from '../../http/route.ts';
import { createCategory } from './create-category.ts';
import { getContent } from './get-content.ts';
import { listCategories } from './list-categories.ts';
import { listContent } from './list-content.ts';
import { listCreators } from './list-creators.ts';

/** What the use cases of this feature need. */
export interface CatalogDeps {
  readonly content: Pick<ContentRepository, 'get' | 'listPublished'>;
  readonly categories: CategoryRepository;
  readonly creators: Pick<CreatorRepository, 'list'>;
  /** Signed-out visitors may browse. */
  readonly publicCatalogue: boolean;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** The feature's endpoints. */
export const catalogRoutes = (deps: CatalogDeps): readonly Route[] => [
  listContent(deps), getContent(deps), listCategories(deps), createCategory(deps), listCreators(deps),
];
