import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Query key of the current user's subscription. */
export const SUBSCRIPTION_KEY = ['billing.check-subscription'] as const;

/** The current user's plan and subscription. */
export const subscriptionQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: SUBSCRIPTION_KEY,
    queryFn: ({ signal }) => api.call('billing.check-subscription', {}, { signal }),
  });
