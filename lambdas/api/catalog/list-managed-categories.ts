import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { managedCategory } from './managed-category.ts';
import type { CatalogDeps } from './deps.ts';

/** Lists all categories by name, with the number of items in each. */
export const listManagedCategories = ({ categories }: CatalogDeps) =>
  route(endpoints['catalog.list-managed-categories'], async () => ({
    status: 200,
    body: { items: (await categories.list()).map(managedCategory), next_cursor: null },
  }));
