import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PersonPlansDeps } from './deps.ts';
import { findPerson } from './find-person.ts';

/** Lists what happened to a user's plan, with the names of administrators. */
export const listHistory = (deps: PersonPlansDeps) =>
  route(endpoints['person-plans.list-history'], async ({ params: { id }, query: { cursor, limit } }) => {
    await findPerson(deps, id);
    const page = await deps.plans.history(id, { cursor, limit });
    const names = await deps.names.namesOf(page.items.flatMap(({ by }) => by ?? []));
    const items = page.items.map(({ by, object_id: objectId = null, ...entry }) => ({
      ...entry,
      object_id: objectId,
      by: by === null ? null : { id: by, name: names.get(by) ?? null },
    }));
    return { status: 200, body: { items, next_cursor: page.next_cursor } };
  });
