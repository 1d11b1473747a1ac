import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { ModerationDeps } from './deps.ts';

/** Lists the open reports of a playlist. The contract's schema leaves out the users who sent them. */
export const listReports = ({ decisions, now }: ModerationDeps) =>
  route(endpoints['moderation.list-reports'], async ({ params, query: { cursor, limit } }) => {
    const { items, next_cursor } = await decisions.listReports(params.id, now(), { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
