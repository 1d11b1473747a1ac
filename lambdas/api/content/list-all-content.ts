import { endpoints } from '../../contract/index.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import type { ContentDeps } from './routes.ts';

/** Content in every state, newest first. */
export const listAllContent = ({ content }: ContentDeps) =>
  route(endpoints['content.list-all-content'], async ({ query: { cursor, limit, ...filter } }) => {
    const { items, next_cursor } = await content.listAll(filter, { cursor, limit });
    return { status: 200, body: { items: items.map((item) => toView(item, true)), next_cursor } };
  });
