import { endpoints } from '../../contract/index.ts';
import { toCard } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';

/** Lists published content, newest first. */
export const listContent = ({ content }: TokensDeps) =>
  route(endpoints['tokens.list-content'], async ({ query: { cursor, limit } }) => {
    const { items, next_cursor } = await content.listPublished({ public_only: false }, { cursor, limit });
    return { status: 200, body: { items: items.map(toCard), next_cursor } };
  });
