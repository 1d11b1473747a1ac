import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import type { Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { ME_KEY } from '../../core/auth/me-query.ts';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { SUBSCRIPTION_KEY, subscriptionQuery } from './api.ts';
import { loadChange } from './load-change.ts';

/** Subscriptions that a notification announced: two open screens share the data of the query. */
const announced = new WeakSet<Subscription>();

/**
 * The current user's subscription, kept up to date: it follows the live channel. Changes are shown as a notification,
 * and passed to `onChange`.
 */
export const useSubscription = (onChange?: (after: Subscription, before: Subscription) => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { me, status } = useAuth();
  const { data, error, refetch } = useQuery({ ...subscriptionQuery(api), enabled: status === 'signed-in' });
  const refresh = useCallback(() => refreshQueries(queries, SUBSCRIPTION_KEY), [queries]);
  useLiveTopic(me === undefined ? null : liveTopics.user(me.id), () => void refresh());

  const announce = async (before: Subscription, after: Subscription) => {
    const change = await loadChange(before, after);
    if (!change || announced.has(after)) return;
    announced.add(after);
    show(change);
  };
  const changed = useEffectEvent((before: Subscription, after: Subscription) => {
    void announce(before, after);
    onChange?.(after, before);
  });
  const known = useRef<Subscription>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = data;
    if (before && data && before !== data) changed(before, data);
  }, [data]);

  const plan = data?.plan;
  const knownPlan = me?.plan;
  useEffect(() => {
    // The rest of the application knows the plan from the user's record.
    if (plan !== undefined && knownPlan !== undefined && plan !== knownPlan) void refreshQueries(queries, ME_KEY);
  }, [plan, knownPlan, queries]);

  return { subscription: data, error: data ? null : error, retry: () => void refetch(), refresh };
};
