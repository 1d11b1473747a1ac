import { waitFor } from '../stack/local-stack.ts';
import type { FlowTools } from './flow-tools.ts';

/** Finds published titles, page by page. */
export const searchTitles = async ({ api, listener }: FlowTools): Promise<void> => {
  const { next_cursor: cursor } = await waitFor(
    'both titles in the search index',
    async () => {
      const page = await api.call('search.search-content', { query: { q: 'thing', limit: 1 } }, listener);
      return page.next_cursor === null || page.items.length === 0 ? undefined : page;
    },
    20_000,
  );
  const query = { q: 'thing', limit: 1, cursor: String(cursor) };
  const { items } = await api.call('search.search-content', { query }, listener);
  if (items.length !== 1) throw new Error('The second page is empty');
};
