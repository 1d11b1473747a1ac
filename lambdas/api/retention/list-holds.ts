import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { RetentionDeps } from './deps.ts';

/**
 * Lists all legal holds, newest first. Those of content items have the current title, or the id of an item that cannot
 * be read.
 */
export const listHolds = ({ holds, titleHolds, content }: RetentionDeps) =>
  route(endpoints['retention.list-holds'], async () => {
    const [items, held] = await Promise.all([holds.list(), titleHolds.list()]);
    const found = await content.getMany(held.map(({ content_id: id }) => id));
    const titles = held.map((hold) => ({ ...hold, title: found.get(hold.content_id)?.title ?? hold.content_id }));
    return { status: 200, body: { items: [...items], titles } };
  });
