import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { assertPerson, creatorView } from './creator-view.ts';
import type { CatalogDeps } from './routes.ts';
import { tellNames } from './tell-names.ts';

/** Edits a creator. A smaller plan refuses new uploads and takes nothing away. */
export const updateCreator = (deps: CatalogDeps) =>
  route(endpoints['catalog.update-creator'], async ({ params: { id }, body, actor, requestId }) => {
    const before = await deps.creators.get(id);
    if (!before) throw new AppError('creator_not_found');
    await assertPerson(deps, body.user_id);
    const after = { ...before, name: body.name ?? before.name, plan: body.plan ?? before.plan, user_id: body.user_id === undefined ? before.user_id : (body.user_id ?? undefined) };
    const fields = ({ name, plan, user_id }: typeof after) => ({ name, plan, user_id: user_id ?? null });
    const audit = { act: { actor, requestId, action: 'creator.edited', targetId: id, before: fields({ ...before, user_id: before.user_id }), after: fields(after) }, now: deps.now() } as const;
    if (!(await deps.creators.update(before, after, audit))) throw new AppError('version_conflict');
    if (body.name !== undefined) await tellNames(deps, requestId, { creatorId: id });
    return { status: 200, body: creatorView(after) };
  });
