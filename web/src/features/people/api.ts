import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of every list of users. */
export const PEOPLE_KEY = 'people.list-people';

/** All users, newest first, or those whose name or email address starts with `q`, page by page. */
export const peopleQuery = (api: ApiClient, q: string | null) =>
  infiniteQueryOptions({
    queryKey: [PEOPLE_KEY, q],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'people.list-people',
        { query: { ...(q === null ? {} : { q }), ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

type Pages = InfiniteData<{ readonly items: readonly PersonView[]; readonly next_cursor: string | null }>;

/** A user from the cached lists; undefined if they are in none of them. */
export const shownPerson = (queries: QueryClient, id: string): PersonView | undefined =>
  queries
    .getQueriesData<Pages>({ queryKey: [PEOPLE_KEY] })
    .flatMap(([, pages]) => pages?.pages.flatMap(({ items }) => items) ?? [])
    .find((person) => person.id === id);

/** Updates a user in every cached list. */
export const showPerson = (queries: QueryClient, id: string, fields: Partial<PersonView>): void => {
  queries.setQueriesData<Pages>(
    { queryKey: [PEOPLE_KEY] },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          items: page.items.map((person) => (person.id === id ? { ...person, ...fields } : person)),
        })),
      },
  );
};
