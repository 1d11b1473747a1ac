import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import type { CatalogDeps } from './deps.ts';

/** Lists all categories by name. */
export const listCategories = ({ categories, publicCatalog }: CatalogDeps) =>
  route(endpoints['catalog.list-categories'], async ({ actor }) => {
    assertCanBrowse(publicCatalog, actor);
    return { status: 200, body: { items: await categories.list(), next_cursor: null } };
  });
