import type { endpoints } from '../../contract/index.ts';
import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import { editOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { applyPatch } from '../../domain/content/edit.ts';
import { assertCanEdit, withImpliedEdits } from '../../domain/content/moderation.ts';
import { isVisible } from '../../domain/content/visibility.ts';
import { RETRY } from '../../domain/optimistic.ts';
import type { RouteRequest } from '../../http/route.ts';
import { chooseCategory, chooseCreator } from './edit-choices.ts';
import { approvalOf } from './approval.ts';
import type { ContentDeps } from './deps.ts';

type Request = RouteRequest<(typeof endpoints)['content.update-content']>;

/**
 * Whether only the verdict of the analysis has changed since `before` was read. To the user, a conflict would look like
 * someone else's edit that changed nothing.
 */
const onlyVerdictChanged = async ({ content }: ContentDeps, before: Content): Promise<boolean> => {
  const now = await content.get(before.id, { consistent: true });
  const isEdited = now?.revision !== before.revision || now.deleted_at !== undefined;
  return !isEdited && now.safety?.rev !== before.safety?.rev;
};

/** Reads the item, decides, and saves the edit unless the item has changed. RETRY when the verdict overtook it. */
export const saveEdit = async (
  deps: ContentDeps,
  { params, body, actor, requestId }: Request,
): Promise<{ readonly before: Content; readonly saved: Content } | typeof RETRY> => {
  const before = await deps.content.get(params.id, { consistent: true });
  // To moderators, items that are not under review do not exist.
  if (!before || !isVisible(before, actor.role)) throw new AppError('content_not_found');
  assertCanEdit(actor.role, before, body);
  const { creator, extras = {} } = await chooseCreator(deps, before, body.creator_id);
  const edited = applyPatch(
    before,
    withImpliedEdits(actor.role, body),
    await chooseCategory(deps, body.category_id),
    deps.now(),
    // Only publishing depends on them.
    body.status === 'published' ? await deps.readSettings() : { content_moderation: true },
    creator,
  );
  if (!edited) return { before, saved: before };
  const approval = await approvalOf(deps, before, edited, { actor, reason: body.reason ?? '' });
  const by = { actor, requestId, ...(approval ? { reason: body.reason } : {}) };
  try {
    const saved = await deps.content.saveEdit(before, approval?.content ?? edited, editOf(by, before, edited), {
      ...extras,
      more: [...(extras.more ?? []), ...(approval?.writes ?? [])],
    });
    return { before, saved };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (await onlyVerdictChanged(deps, before)) return RETRY;
    throw new AppError('version_conflict');
  }
};
