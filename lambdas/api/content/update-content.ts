import { endpoints } from '../../contract/index.ts';
import { ConditionFailed } from '../../data/table.ts';
import { AppError } from '../../domain/app-error.ts';
import { editOf } from '../../domain/content/audited.ts';
import { applyPatch, type CategoryChoice } from '../../domain/content/edit.ts';
import { assertMayEdit } from '../../domain/content/moderation.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import type { ContentDeps } from './routes.ts';

const chooseCategory = async (
  { categories }: ContentDeps,
  id: string | null | undefined,
): Promise<CategoryChoice | undefined> => {
  if (id === undefined || id === null) return id;
  const category = await categories.get(id);
  if (!category) throw new AppError('category_not_found');
  return category;
};

/** Edits a content under its revision, as far as the person may; a change of status publishes or unpublishes it. Repeating a request finishes it. */
export const updateContent = (deps: ContentDeps) =>
  route(endpoints['content.update-content'], async ({ params, body, actor, requestId }) => {
    const before = await deps.content.get(params.id, { consistent: true });
    if (!before || before.deleted_at !== undefined) throw new AppError('content_not_found');
    assertMayEdit(actor.role, before, body);
    const edited = applyPatch(before, body, await chooseCategory(deps, body.category_id), deps.now());
    const saved = edited
      ? await deps.content.saveEdit(before, edited, editOf({ actor, requestId }, before, edited)).catch((error: unknown) => {
          throw error instanceof ConditionFailed ? new AppError('version_conflict') : error;
        })
      : before;
    return { status: 200, body: toView(await syncStills(deps, saved), true) };
  });
