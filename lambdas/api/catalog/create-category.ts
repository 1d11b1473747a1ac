import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { slugOf } from '../../domain/catalog/slug.ts';
import { route } from '../../http/route.ts';
import type { CatalogDeps } from './routes.ts';

/** Adds a category. */
export const createCategory = ({ categories, newId, now }: CatalogDeps) =>
  route(endpoints['catalog.create-category'], async ({ body: { name }, actor, requestId }) => {
    const slug = slugOf(name);
    if (slug === '') {
      throw new AppError('validation_failed', undefined, [{ path: 'name', message: 'A name needs a letter or a digit' }]);
    }
    const category = { id: `cat_${newId()}`, name, slug };
    await categories.create(category, { act: { actor, requestId, action: 'category.created', targetId: category.id, before: null, after: category }, now: now() });
    return { status: 201, body: category };
  });
