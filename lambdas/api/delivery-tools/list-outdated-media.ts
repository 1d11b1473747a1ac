import { endpoints } from '../../contract/index.ts';
import { outdatedMedia } from '../../domain/delivery/outdated-media.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';

/** Lists titles with outdated media. Reads one page of all titles, so it costs the same for every catalog. */
export const listOutdatedMedia = ({ content }: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.list-outdated-media'], async ({ query: { cursor, limit } }) => {
    const { items, next_cursor } = await content.listAll({ cursor, limit });
    const outdated = items.filter((item) => item.deleted_at === undefined && outdatedMedia(item));
    return { status: 200, body: { items: outdated.map(({ id, title }) => ({ id, title })), next_cursor } };
  });
