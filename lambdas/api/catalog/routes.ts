import type { Route } from '../../http/route.ts';
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
import type { CatalogDeps } from './deps.ts';

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
