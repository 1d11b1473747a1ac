import { endpoints } from '../../contract/index.ts';
import { toCard } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import type { CatalogDeps } from './deps.ts';

/** Lists published content, newest first. Visitors see only publicly accessible items. */
export const listContent = ({ content, publicCatalog }: CatalogDeps) =>
  route(endpoints['catalog.list-content'], async ({ query, actor }) => {
    assertCanBrowse(publicCatalog, actor);
    const { items, next_cursor } = await content.listPublished(
      { ...query, public_only: actor === undefined },
      { cursor: query.cursor, limit: query.limit },
    );
    return { status: 200, body: { items: items.map(toCard), next_cursor } };
  });
