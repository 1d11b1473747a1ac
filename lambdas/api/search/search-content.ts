import { endpoints } from '../../contract/index.ts';
import type { Content } from '../../domain/content/content.ts';
import { toCard } from '../../domain/content/views.ts';
import { isVisible } from '../../domain/content/visibility.ts';
import { compareHits, type SearchHit, type SearchQuery } from '../../domain/search/search-index.ts';
import { assertMayBrowse } from '../../http/assert-may-browse.ts';
import { route } from '../../http/route.ts';
import type { SearchDeps } from './deps.ts';

/** Whether a content may be answered as it stands now: the index may be seconds behind. */
const stillFits = (content: Content, { contentType, categoryId, publicOnly }: SearchQuery): boolean =>
  isVisible(content, publicOnly ? undefined : 'user') &&
  (contentType === undefined || content.content_type === contentType) &&
  (categoryId === undefined || content.category_id === categoryId);

const isHit = (value: object): value is SearchHit => 'id' in value && 'score' in value;

/**
 * Published content by text. The index says what is found in which order, the table what may be shown: a page may be
 * shorter than asked for.
 */
export const searchContent = ({ index, content, cursors, publicCatalog }: SearchDeps) =>
  route(endpoints['search.search-content'], async ({ query: asked, actor }) => {
    assertMayBrowse(publicCatalog, actor);
    const query: SearchQuery = {
      text: asked.q,
      contentType: asked.content_type,
      categoryId: asked.category_id,
      publicOnly: actor === undefined,
    };
    const scope = { list: 'search', partition: JSON.stringify(query) };
    const after = await cursors.decode(scope, asked.cursor);
    const hits = (await index.current()).search(query);
    // From a score and an id on, so that what was published meanwhile moves nothing to another page.
    const first = after && isHit(after) ? hits.findIndex((hit) => compareHits(hit, after) > 0) : 0;
    const page = first < 0 ? [] : hits.slice(first, first + asked.limit);
    const found = await content.getMany(page.map(({ id }) => id));
    const items = page.flatMap(({ id }) => {
      const item = found.get(id);
      return item && stillFits(item, query) ? [toCard(item)] : [];
    });
    const last = hits.length > first + page.length ? page.at(-1) : undefined;
    return {
      status: 200,
      body: { items, next_cursor: await cursors.encode(scope, last && { ...last }), total: hits.length },
    };
  });
