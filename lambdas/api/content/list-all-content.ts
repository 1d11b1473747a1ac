import { endpoints } from '../../contract/index.ts';
import { assertCanList, withinReview } from '../../domain/content/moderation.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import type { ContentDeps } from './deps.ts';

/** Lists content in every state. Without a filter, one query of an index is enough. */
export const listAllContent = ({ content, list, readStorage }: ContentDeps) =>
  route(endpoints['content.list-all-content'], async ({ actor, query: { cursor, limit, ...filter } }) => {
    const { status, content_type, conversion_status, sort } = filter;
    assertCanList(actor.role, status);
    const isUnfiltered = status === undefined && content_type === undefined && conversion_status === undefined;
    const page = { cursor, limit };
    const { items, next_cursor } = await (isUnfiltered && (sort === 'newest' || sort === 'oldest')
      ? content.listAll(page, sort)
      : list(filter, page));
    const rights = await staffRights(actor.role, readStorage);
    return {
      status: 200,
      body: { items: withinReview(items, actor.role).map((item) => toView(item, rights)), next_cursor },
    };
  });
