import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { assertPerson, creatorView } from './creator-view.ts';
import type { CatalogDeps } from './deps.ts';

/** Creates a creator. */
export const createCreator = (deps: CatalogDeps) =>
  route(endpoints['catalog.create-creator'], async ({ body: { name, plan, user_id: userId }, actor, requestId }) => {
    await assertPerson(deps, userId);
    const creator = {
      id: `crt_${deps.newId()}`,
      name,
      plan,
      storage_used: 0,
      content_count: 0,
      ...(userId === null ? {} : { user_id: userId }),
    };
    await deps.creators.create(creator, {
      act: { actor, requestId, action: 'creator.created', targetId: creator.id, before: null, after: creator },
      now: deps.now(),
    });
    return { status: 201, body: creatorView(creator) };
  });
