import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { managedCategory } from './managed-category.ts';
import type { CatalogDeps } from './deps.ts';
import { publishNamesChange } from './publish-names-change.ts';

const howMany = (count: number): string => (count === 1 ? 'One content is' : `${count} contents are`);

/** Removes a category, at once when nothing is in it, else once its contents have moved to the one that replaces it. */
export const deleteCategory = (deps: CatalogDeps) =>
  route(endpoints['catalog.delete-category'], async ({ params: { id }, query: { replacement }, actor, requestId }) => {
    const before = await deps.categories.get(id, { consistent: true });
    if (!before) throw new AppError('category_not_found');
    const audit = {
      act: {
        actor,
        requestId,
        action: 'category.deleted',
        targetId: id,
        before,
        after: replacement === undefined ? null : { replaced_by: replacement },
      },
      now: deps.now(),
    } as const;
    if (replacement === undefined) {
      if (await deps.categories.remove(before, audit)) return { status: 204 };
      throw new AppError(
        'invalid_state',
        `${howMany(before.content_count ?? 0)} in this category. Choose another one for them.`,
      );
    }
    if (replacement === id) throw new AppError('invalid_state', 'A category cannot replace itself.');
    // Whoever asks again for what was begun only tells of it again.
    if (before.replaced_by !== replacement && !(await deps.categories.replace(id, replacement, audit)))
      throw new AppError('category_not_found', 'The other category is gone, or goes too.');
    await publishNamesChange(deps, requestId, { categoryId: id });
    return { status: 202, body: managedCategory({ ...before, replaced_by: replacement }) };
  });
