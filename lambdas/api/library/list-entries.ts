import { endpoints } from '../../contract/index.ts';
import { toSavedCard } from '../../domain/library/saved-content.ts';
import { route } from '../../http/route.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import { findOpen } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Lists the published entries of a playlist, in its order. Visitors see only publicly accessible items. */
export const listEntries = (deps: LibraryDeps) =>
  route(endpoints['library.list-entries'], async ({ actor, params, query: { cursor, limit } }) => {
    assertCanBrowse(deps.publicCatalog, actor);
    await findOpen(deps, params.id, actor);
    const { items, next_cursor } = await deps.playlists.listEntries(params.id, { cursor, limit });
    const shown = items.filter((entry) => entry.shown && (actor !== undefined || entry.is_publicly_accessible));
    return {
      status: 200,
      body: {
        items: shown.map((entry) => ({ content_id: entry.id, added_at: entry.added_at, content: toSavedCard(entry) })),
        next_cursor,
      },
    };
  });
