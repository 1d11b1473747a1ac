import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { managedCategory } from './managed-category.ts';
import type { CatalogDeps } from './deps.ts';
import { publishNamesChange } from './publish-names-change.ts';

const itemsAre = (count: number): string => (count === 1 ? '1 item is' : `${count} items are`);

/** Deletes an empty category immediately, or any category after its items have moved to the replacement. */
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
        `${itemsAre(before.content_count ?? 0)} in this category. Choose a replacement category.`,
      );
    }
    if (replacement === id) throw new AppError('invalid_state', "A category can't replace itself.");
    // A repeated call only publishes the event again.
    if (before.replaced_by !== replacement && !(await deps.categories.replace(id, replacement, audit)))
      throw new AppError('category_not_found', 'The replacement category was deleted or is being deleted.');
    await publishNamesChange(deps, requestId, { categoryId: id });
    return { status: 202, body: managedCategory({ ...before, replaced_by: replacement }) };
  });
