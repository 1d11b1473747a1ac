import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { ORGANIZATION_CREATOR } from '../../domain/creators/organization.ts';
import { route } from '../../http/route.ts';
import type { CatalogDeps } from './deps.ts';

/** Deletes a creator that has no content and no uploads. */
export const deleteCreator = (deps: CatalogDeps) =>
  route(endpoints['catalog.delete-creator'], async ({ params: { id }, actor, requestId }) => {
    if (id === ORGANIZATION_CREATOR.id)
      throw new AppError(
        'invalid_state',
        "The organization can't be deleted. Uploads belong to it unless they name another creator.",
      );
    const before = await deps.creators.get(id);
    if (!before) throw new AppError('creator_not_found');
    const { name, plan, user_id = null } = before;
    const audit = {
      act: { actor, requestId, action: 'creator.deleted', targetId: id, before: { name, plan, user_id }, after: null },
      now: deps.now(),
    } as const;
    if (!(await deps.creators.remove(id, audit)))
      throw new AppError('invalid_state', 'This creator has content or uploads. Assign them to another creator first.');
    return { status: 204 };
  });
