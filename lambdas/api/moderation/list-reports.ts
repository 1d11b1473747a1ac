import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { ModerationDeps } from './deps.ts';
import { mustExist } from './must-exist.ts';

/** Lists the open reports of a playlist. The contract's schema leaves out the users who sent them. */
export const listReports = (deps: ModerationDeps) =>
  route(endpoints['moderation.list-reports'], async ({ params, query: { cursor, limit } }) => {
    await mustExist(deps, params.id);
    const { items, next_cursor } = await deps.decisions.listReports(params.id, deps.now(), { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
