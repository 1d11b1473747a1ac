import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '../../contract/index.ts';
import type { StoredCreator } from '../../data/content/creator-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { assertPerson, creatorView } from './creator-view.ts';
import type { CatalogDeps } from './deps.ts';
import { publishNamesChange } from './publish-names-change.ts';

/** The editable fields of a creator. */
const fieldsOf = ({
  name,
  plan,
  user_id,
}: Pick<StoredCreator, 'name' | 'plan'> & { readonly user_id?: string | undefined }) => ({
  name,
  plan,
  user_id: user_id ?? null,
});

/**
 * Updates a creator. A smaller plan limits new uploads but removes nothing. An update without changes writes nothing.
 */
export const updateCreator = (deps: CatalogDeps) =>
  route(endpoints['catalog.update-creator'], async ({ params: { id }, body: { was, ...body }, actor, requestId }) => {
    const before = await deps.creators.get(id, { consistent: true });
    if (!before) throw new AppError('creator_not_found');
    await assertPerson(deps, body.user_id);
    const after = {
      ...before,
      name: body.name ?? before.name,
      plan: body.plan ?? before.plan,
      user_id: body.user_id === undefined ? before.user_id : (body.user_id ?? undefined),
    };
    const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
    // A repeated update does not conflict with itself.
    const isChange = !isDeepStrictEqual(oldFields, newFields);
    if (was && isChange && !isDeepStrictEqual(oldFields, was)) throw new AppError('version_conflict');
    const audit = {
      act: { actor, requestId, action: 'creator.edited', targetId: id, before: oldFields, after: newFields },
      now: deps.now(),
    } as const;
    if (isChange && !(await deps.creators.update(before, after, audit))) throw new AppError('version_conflict');
    if (body.name !== undefined) await publishNamesChange(deps, requestId, { creatorId: id });
    return { status: 200, body: creatorView(after) };
  });
