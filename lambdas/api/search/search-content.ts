import { endpoints } from '../../contract/index.ts';
import { toCard } from '../../domain/content/views.ts';
import { hitsAfter } from '../../domain/search/hits.ts';
import type { SearchQuery } from '../../domain/search/search-index.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import { route } from '../../http/route.ts';
import type { SearchDeps } from './deps.ts';
import { stillMatches } from './still-matches.ts';

/**
 * Searches published content. The index determines which items are found and their order; the table determines which of
 * them can be shown. A page can be shorter than requested.
 */
export const searchContent = ({ index, content, cursors, publicCatalog }: SearchDeps) =>
  route(
    endpoints['search.search-content'],
    async ({ query: { q, content_type, category_id, cursor, limit }, actor }) => {
      assertCanBrowse(publicCatalog, actor);
      const query: SearchQuery = {
        text: q,
        contentType: content_type,
        categoryId: category_id,
        publicOnly: actor === undefined,
      };
      const scope = { list: 'search', partition: JSON.stringify(query) };
      const after = await cursors.decode(scope, cursor);
      const hits = (await index.current()).search(query);
      const rest = hitsAfter(hits, after);
      const page = rest.slice(0, limit);
      const found = await content.getMany(page.map(({ id }) => id));
      const items = page.flatMap(({ id }) => {
        const item = found.get(id);
        return item && stillMatches(item, query) ? [toCard(item)] : [];
      });
      const last = rest.length > page.length ? page.at(-1) : undefined;
      return {
        status: 200,
        body: { items, next_cursor: await cursors.encode(scope, last && { ...last }), total: hits.length },
      };
    },
  );
