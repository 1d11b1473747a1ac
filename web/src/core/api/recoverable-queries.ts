import type { Query, QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { isTransient } from '../../lib/api/query-client.ts';
import type { Recoverable } from '../../lib/recovery.ts';

/** Milliseconds after which a probe has failed. */
const PROBE_MS = 30_000;

const failedOf = (queries: QueryClient): readonly Query[] =>
  queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state: { error } }) => error !== null && isTransient(error) });

/**
 * Calls the function of a query without changing its state: while a query without data is fetched, its screen would
 * show the loading state instead of the error. Of an infinite query, loads the first page.
 */
const probe = async (queries: QueryClient, { queryKey, meta, options }: Query): Promise<void> => {
  const { initialPageParam: pageParam } = options as { readonly initialPageParam?: unknown };
  const context = { client: queries, queryKey, meta, pageParam, signal: AbortSignal.timeout(PROBE_MS) };
  if (typeof options.queryFn === 'function') await options.queryFn(context as QueryFunctionContext);
};

/** The queries of the visible screens. Each is repeated as soon as a probe of it succeeds. */
export const recoverableQueries = (queries: QueryClient): Recoverable => ({
  subscribe: (listener) => queries.getQueryCache().subscribe(listener),
  hasFailed: () => failedOf(queries).length > 0,
  recover: async () => {
    for (const query of failedOf(queries)) {
      const isBack = await probe(queries, query).then(
        () => true,
        () => false,
      );
      if (isBack) await queries.refetchQueries({ queryKey: query.queryKey, exact: true });
    }
  },
});
