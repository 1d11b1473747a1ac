import { useEffect, useEffectEvent, useState } from 'react';
import type { Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { useClock } from '../../core/clock-context.tsx';
import { announceReturn } from './return-channel.ts';
import { readRepeatedly } from './return-watch.ts';
import { useSubscription } from './use-subscription.ts';

/** What the payment page says in the address of its return. */
export type ReturnKind = 'checkout' | 'canceled' | 'portal';

/** What is known after the return. `pending`: the payment is not confirmed within the time of the reading. */
export type ReturnOutcome = 'checking' | 'bought' | 'rejected' | 'changed' | 'canceled' | 'pending' | 'failed';

/** Milliseconds after which the reading ends, and the payment counts as pending. */
const PENDING_AFTER_MS = 60_000;

const isBought = ({ state }: Subscription): boolean => state === 'trialing' || state === 'active';

/** Notifies the user's other windows of the return, and reads the subscription until the outcome is known. */
export const useReturn = (kind: ReturnKind) => {
  const clock = useClock();
  const { subscription, error, retry, refresh } = useSubscription();
  const [late, setLate] = useState(false);

  const known = (): ReturnOutcome => {
    if (kind === 'canceled') return 'canceled';
    if (!subscription) return error ? 'failed' : 'checking';
    if (kind === 'portal') return 'changed';
    if (isBought(subscription)) return 'bought';
    if (subscription.trial.rejected) return 'rejected';
    return late ? 'pending' : 'checking';
  };
  const outcome = known();

  useEffect(announceReturn, [outcome]);
  // After a trial was rejected once, a purchase may not be known yet.
  const checking = (outcome === 'checking' && subscription !== undefined) || outcome === 'rejected';
  const read = useEffectEvent(async () => {
    await refresh();
    return false;
  });
  useEffect(() => {
    if (!checking) return undefined;
    const stopReading = readRepeatedly(clock, () => read());
    const stopWaiting = clock.after(PENDING_AFTER_MS, () => setLate(true));
    return () => {
      stopReading();
      stopWaiting();
    };
  }, [checking, clock]);
  return { outcome, subscription, retry };
};
