import { endpoints } from '../../contract/index.ts';
import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import { editOf } from '../../domain/content/audited.ts';
import type { SaveExtras } from '../../data/content/content-writes.ts';
import type { Content } from '../../domain/content/content.ts';
import { applyPatch, type CategoryChoice, type CreatorChoice } from '../../domain/content/edit.ts';
import { assertMayEdit, meantBy } from '../../domain/content/moderation.ts';
import { plans } from '../../domain/plans/plans.ts';
import { isVisible, reviews } from '../../domain/content/visibility.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import type { ContentDeps } from './deps.ts';

const chooseCategory = async (
  { categories }: ContentDeps,
  id: string | null | undefined,
): Promise<CategoryChoice | undefined> => {
  if (id === undefined || id === null) return id;
  const category = await categories.get(id);
  if (!category) throw new AppError('category_not_found');
  return category;
};

/** The creator that a content is to get, and what moves along: its file counts against another storage. */
const chooseCreator = async (
  deps: ContentDeps,
  before: Content,
  id: string | undefined,
): Promise<{ readonly creator?: CreatorChoice; readonly extras?: Partial<SaveExtras> }> => {
  if (id === undefined || id === before.creator_id) return {};
  const creator = await deps.creators.get(id);
  if (!creator) throw new AppError('creator_not_found');
  const uploads = await deps.uploads.list(before.id);
  if (uploads.length > 1)
    throw new AppError(
      'invalid_state',
      'Another file of this content is on its way or going. Change the creator when that has ended.',
    );
  const bytes = uploads.reduce((sum, { file_size: size }) => sum + size, 0);
  const transfer = { bytes, limit: plans[creator.plan].storageBytes };
  return { creator, extras: { transfer, more: uploads.map((upload) => deps.uploads.give(upload, creator.id)) } };
};

/**
 * Edits a content under its revision, as far as the person may; a change of status publishes or unpublishes it.
 * Repeating a request finishes it.
 */
export const updateContent = (deps: ContentDeps) =>
  route(endpoints['content.update-content'], async ({ params, body, actor, requestId }) => {
    const before = await deps.content.get(params.id, { consistent: true });
    // What a moderator gave back, or never had to review, is to them like one that does not exist.
    if (!before || !isVisible(before, actor.role)) throw new AppError('content_not_found');
    assertMayEdit(actor.role, before, body);
    const { creator, extras } = await chooseCreator(deps, before, body.creator_id);
    const edited = applyPatch(
      before,
      meantBy(actor.role, body),
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
    // Whoever repeats a publication no longer works on it.
    return { status: 200, body: toView(await syncStills(deps, saved), reviews(before, actor.role)) };
  });
