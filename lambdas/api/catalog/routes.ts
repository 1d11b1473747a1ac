import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { Route } from '../../http/route.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventBus } from '../../platform/event-bus.ts';
import { createCategory } from './create-category.ts';
import { createCreator } from './create-creator.ts';
import { deleteCategory } from './delete-category.ts';
import { deleteCreator } from './delete-creator.ts';
import { getContent } from './get-content.ts';
import { listCategories } from './list-categories.ts';
import { listContent } from './list-content.ts';
import { listCreators } from './list-creators.ts';
import { listManagedCategories } from './list-managed-categories.ts';
import { renameCategory } from './rename-category.ts';
import { updateCreator } from './update-creator.ts';

/** What the use cases of this feature need. */
export interface CatalogDeps {
  readonly content: Pick<ContentRepository, 'get' | 'listPublished'>;
  readonly categories: CategoryRepository;
  readonly creators: Pick<CreatorRepository, 'get' | 'list' | 'create' | 'update' | 'remove'>;
  /** Whether there is such an account. */
  readonly isPerson: (userId: string) => Promise<boolean>;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Signed-out visitors may browse. */
  readonly publicCatalog: boolean;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** The feature's endpoints. */
export const catalogRoutes = (deps: CatalogDeps): readonly Route[] => [
  listContent(deps),
  getContent(deps),
  listCategories(deps),
  createCategory(deps),
  listManagedCategories(deps),
  renameCategory(deps),
  deleteCategory(deps),
  listCreators(deps),
  createCreator(deps),
  updateCreator(deps),
  deleteCreator(deps),
];
