import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { CatalogDeps } from './deps.ts';
import { slugOf } from '../../domain/catalog/slug.ts';

/** Creates a category. */
export const createCategory = ({ categories, newId, now }: CatalogDeps) =>
  route(endpoints['catalog.create-category'], async ({ body: { name }, actor, requestId }) => {
    const category = { id: `cat_${newId()}`, name, slug: slugOf(name) };
    await categories.create(category, {
      act: { actor, requestId, action: 'category.created', targetId: category.id, before: null, after: category },
      now: now(),
    });
    return { status: 201, body: category };
  });
