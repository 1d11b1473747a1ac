import { endpoints } from '../../contract/index.ts';
import { assertMayList, withinReview } from '../../domain/content/moderation.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import type { ContentDeps } from './deps.ts';

/** Content in every state. Without a filter its own index answers in one query. */
export const listAllContent = ({ content, list }: ContentDeps) =>
  route(endpoints['content.list-all-content'], async ({ actor, query: { cursor, limit, ...filter } }) => {
    const { status, content_type, conversion_status, sort } = filter;
    assertMayList(actor.role, status);
    const whole = status === undefined && content_type === undefined && conversion_status === undefined;
    const page = { cursor, limit };
    const { items, next_cursor } = await (whole && (sort === 'newest' || sort === 'oldest')
      ? content.listAll(page, sort)
      : list(filter, page));
    return {
      status: 200,
      body: { items: withinReview(items, actor.role).map((item) => toView(item, true)), next_cursor },
    };
  });
