import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { ORGANIZATION_CREATOR } from '../../domain/creators/organization.ts';
import { route } from '../../http/route.ts';
import type { CatalogDeps } from './deps.ts';

/** Removes a creator that nothing belongs to. */
export const deleteCreator = (deps: CatalogDeps) =>
  route(endpoints['catalog.delete-creator'], async ({ params: { id }, actor, requestId }) => {
    if (id === ORGANIZATION_CREATOR.id)
      throw new AppError(
        'invalid_state',
        'The organization itself stays: uploads belong to it unless another creator is named.',
      );
    const before = await deps.creators.get(id);
    if (!before) throw new AppError('creator_not_found');
    const { name, plan, user_id = null } = before;
    const audit = {
      act: { actor, requestId, action: 'creator.deleted', targetId: id, before: { name, plan, user_id }, after: null },
      now: deps.now(),
    } as const;
    if (!(await deps.creators.remove(id, audit)))
      throw new AppError(
        'invalid_state',
        'Contents or uploads belong to this creator. Give them to another one first.',
      );
    return { status: 204 };
  });
