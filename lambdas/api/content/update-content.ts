import { endpoints } from '../../contract/index.ts';
import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import { editOf } from '../../domain/content/audited.ts';
import { applyPatch } from '../../domain/content/edit.ts';
import { assertCanEdit, withImpliedEdits } from '../../domain/content/moderation.ts';
import { isVisible, reviews } from '../../domain/content/visibility.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import { chooseCategory, chooseCreator } from './edit-choices.ts';
import { staffRights } from '../staff-rights.ts';
import type { ContentDeps } from './deps.ts';

/**
 * Edits a content item within the caller's permissions, if its revision has not changed. A change of status publishes
 * or unpublishes the item. Repeating a request completes it.
 */
export const updateContent = (deps: ContentDeps) =>
  route(endpoints['content.update-content'], async ({ params, body, actor, requestId }) => {
    const before = await deps.content.get(params.id, { consistent: true });
    // To moderators, items that are not under review do not exist.
    if (!before || !isVisible(before, actor.role)) throw new AppError('content_not_found');
    assertCanEdit(actor.role, before, body);
    const { creator, extras } = await chooseCreator(deps, before, body.creator_id);
    const edited = applyPatch(
      before,
      withImpliedEdits(actor.role, body),
      await chooseCategory(deps, body.category_id),
      deps.now(),
      creator,
    );
    const saved = edited
      ? await deps.content
          .saveEdit(before, edited, editOf({ actor, requestId }, before, edited), extras)
          .catch((error: unknown) => {
            throw error instanceof ConditionFailed ? new AppError('version_conflict') : error;
          })
      : before;
    // Decided by the state before the edit: a moderator who repeats a publication gets the listener's view.
    const rights = reviews(before, actor.role) ? await staffRights(actor.role, deps.readStorage) : {};
    return { status: 200, body: toView(await syncStills(deps, saved), rights) };
  });
