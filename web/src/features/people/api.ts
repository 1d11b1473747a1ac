import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import type { Plan, Role } from '../../../../lambdas/contract/shared.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of every list of users. */
export const PEOPLE_KEY = 'people.list-people';

/** Which users to show. Null: all. */
export interface PeopleFilter {
  /** The beginning of a name or email address. */
  readonly q: string | null;
  readonly role: Role | null;
  readonly plan: Plan | null;
}

/** The users of a filter, page by page: newest first, or in the order of the search. */
export const peopleQuery = (api: ApiClient, { q, role, plan }: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [PEOPLE_KEY, q, role, plan],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'people.list-people',
        {
          query: {
            ...(q === null ? {} : { q }),
            ...(role === null ? {} : { role }),
            ...(plan === null ? {} : { plan }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
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
