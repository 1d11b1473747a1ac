import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Which titles there are to choose from. */
export interface TitleChoices {
  /** How many titles are shown at most. */
  readonly limit: number;
  /** Titles that are being deleted are shown, too. */
  readonly withRemoved: boolean;
}

/** The titles that match a text best, or the newest ones. */
export const foundTitlesQuery = (api: ApiClient, q: string | null, { limit, withRemoved }: TitleChoices) =>
  queryOptions({
    queryKey: ['content.list-all-content', 'title-choices', limit, q],
    queryFn: async ({ signal }) => {
      const query = { limit };
      const { items } = await (q === null
        ? api.call('content.list-all-content', { query }, { signal })
        : api.call('search.search-all-content', { query: { ...query, q } }, { signal }));
      return items;
    },
    select: (items) =>
      items.filter(({ removal }) => withRemoved || removal === null).map(({ id, title }) => ({ id, name: title })),
  });
