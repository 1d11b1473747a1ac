import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { ALL_CONTENT_KEY } from './api.ts';

/** A cached list of content in any state. */
export type ContentPages = InfiniteData<{
  readonly items: readonly ContentView[];
  readonly next_cursor: string | null;
}>;

/** Changes the items of every cached list, except Recent Content on the dashboard, which is not paged. */
export const changeInLists = (
  queries: QueryClient,
  change: (items: readonly ContentView[]) => readonly ContentView[],
): void => {
  queries.setQueriesData<ContentPages>({ queryKey: [ALL_CONTENT_KEY] }, (pages) =>
    pages && 'pages' in pages
      ? { ...pages, pages: pages.pages.map((page) => ({ ...page, items: change(page.items) })) }
      : pages,
  );
};

/** Shows a saved item in the lists before they are read again, so that the next edit starts from this version. */
export const showSaved = (queries: QueryClient, saved: ContentView): void =>
  changeInLists(queries, (items) =>
    items.map((item) => (item.id === saved.id && item.revision < saved.revision ? saved : item)),
  );
