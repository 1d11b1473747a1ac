import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { ALL_CONTENT_KEY } from './api.ts';

/** A list of contents in every state, as the cache keeps it. */
export type ContentPages = InfiniteData<{
  readonly items: readonly ContentView[];
  readonly next_cursor: string | null;
}>;

/**
 * Changes the items of every list that is kept. The newest ones of the dashboard are no pages: they are read again in
 * the end.
 */
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

/** Shows a content as it was saved, before the lists are read again: whoever opens it meanwhile edits what is. */
export const showSaved = (queries: QueryClient, saved: ContentView): void =>
  changeInLists(queries, (items) =>
    items.map((item) => (item.id === saved.id && item.revision < saved.revision ? saved : item)),
  );
