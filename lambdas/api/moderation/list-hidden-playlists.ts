import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { ModerationDeps } from './deps.ts';
import { withOwners } from './with-owners.ts';

/** Lists the playlists that administrators have hidden, most recently hidden first. */
export const listHiddenPlaylists = ({ decisions, playlists, profiles }: ModerationDeps) =>
  route(endpoints['moderation.list-hidden-playlists'], async ({ query: { cursor, limit } }) => {
    const { items: ids, next_cursor } = await decisions.listHidden({ cursor, limit });
    const found = await playlists.getMany(ids);
    // The index can be behind the table.
    const hidden = ids.flatMap((id) => found.get(id) ?? []).filter(({ hidden_at: at }) => at !== undefined);
    return { status: 200, body: { items: [...(await withOwners(profiles, hidden))], next_cursor } };
  });
