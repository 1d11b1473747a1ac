import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Me } from '../../../../lambdas/contract/people/account.ts';
import type { PrivacyConsent, Purpose } from '../../../../lambdas/contract/people/consent.ts';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { meQuery } from '../../core/auth/me-query.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** First part of the query keys about consent. */
const CONSENT = 'privacy.get-consent';

/** All purposes, in the order of the dialog. */
const purposes: readonly Purpose[] = ['analytics', 'behavioral', 'functional', 'marketing'];

/** The user's decision and the text of the dialog. Never from the cache: the decision is about the current text. */
export const consentQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [CONSENT],
    queryFn: ({ signal }) => api.call('privacy.get-consent', {}, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The user's decisions, newest first, page by page. */
export const consentHistoryQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [CONSENT, 'history'],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
    queryFn: ({ pageParam, signal }) =>
      api.call('privacy.list-consents', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  });

/** A text of the dialog by its hash. Released texts never change. */
export const noticeQuery = (api: ApiClient, hash: string) =>
  queryOptions({
    queryKey: ['privacy.get-notice', hash],
    queryFn: ({ signal }) => api.call('privacy.get-notice', { params: { hash } }, { signal }),
    staleTime: Infinity,
  });

/** Shows a stored decision everywhere. */
export const showDecision = async (api: ApiClient, queries: QueryClient, decision: PrivacyConsent): Promise<void> => {
  const consent = purposes.filter((purpose) => decision[purpose]);
  queries.setQueryData<Me>(meQuery(api).queryKey, (me) => me && { ...me, consent });
  await refreshQueries(queries, [CONSENT]);
};

/** Whether the browser sends Global Privacy Control (https://w3c.github.io/gpc). */
export const sendsPrivacyControl = (): boolean =>
  (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
