import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { managedCategory } from './managed-category.ts';
import type { CatalogDeps } from './deps.ts';
import { slugOf } from '../../domain/catalog/slug.ts';
import { publishNamesChange } from './publish-names-change.ts';

/** Renames a category. */
export const renameCategory = (deps: CatalogDeps) =>
  route(endpoints['catalog.rename-category'], async ({ params: { id }, body: { name, was }, actor, requestId }) => {
    const before = await deps.categories.get(id, { consistent: true });
    if (!before) throw new AppError('category_not_found');
    if (was !== undefined && was !== before.name && name !== before.name) throw new AppError('version_conflict');
    const after = { ...before, name, slug: slugOf(name) };
    if (name !== before.name) {
      await deps.categories.rename(before, name, after.slug, {
        act: { actor, requestId, action: 'category.renamed', targetId: id, before, after },
        now: deps.now(),
      });
    }
    await publishNamesChange(deps, requestId, { categoryId: id });
    return { status: 200, body: managedCategory(after) };
  });
