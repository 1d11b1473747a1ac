import type { SubscriptionState } from '../../contract/people/billing.ts';
import type { PaidPlan } from '../../contract/people/plans.ts';
import { rankOf, type Entitlement } from './entitlement.ts';
import type { ProviderSubscription } from './provider.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const laterBy = (time: string, days: number): string => new Date(Date.parse(time) + days * DAY_MS).toISOString();

/** States that do not change any more. */
export const ENDED: ReadonlySet<SubscriptionState> = new Set(['none', 'canceled', 'incomplete_expired']);

/** Whether a subscription can still cost money. A user should have at most one. */
export const isLive = ({ status }: ProviderSubscription): boolean => !ENDED.has(status) && status !== 'incomplete';

/**
 * The plan that a subscription grants, and until when; undefined when it grants none.
 *
 * - `trialing` and `active`: until the end of the period, and some days longer, so that a late event of the renewal
 *   takes no plan away.
 * - `past_due`: some days after the period that was paid, which is when the unpaid one began. A first payment after a
 *   trial has no such days, because nothing was ever paid.
 * - Every other status grants nothing.
 *
 * A canceled one ends exactly when it was canceled to, unless that is later: the renewals until then must be paid too.
 *
 * `plan` replaces that of a price that belongs to none.
 */
export const grantOf = (
  subscription: ProviderSubscription,
  graceDays: number,
  plan = subscription.plan,
): Entitlement | undefined => {
  const { status, cancels_at: cancelsAt, period_start: start, period_end: end, trial_end: trialEnd } = subscription;
  if (plan === undefined) return undefined;
  const grant = (paidUntil: string): Entitlement => {
    const isCanceled = cancelsAt !== null && Date.parse(cancelsAt) < Date.parse(paidUntil);
    return { plan, source: 'stripe', until: isCanceled ? cancelsAt : paidUntil };
  };
  if (status === 'trialing' || status === 'active') return grant(laterBy(end, graceDays));
  if (status !== 'past_due') return undefined;
  const followsTrial = trialEnd !== null && Date.parse(trialEnd) >= Date.parse(start);
  return grant(followsTrial ? start : laterBy(start, graceDays));
};

/** What the choice of a subscription depends on. */
interface ChooseOptions {
  /** Days for which a plan continues after its paid period. */
  readonly graceDays: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly knownPlan: (subscription: ProviderSubscription) => PaidPlan | undefined;
}

/** A subscription with its plan and what it grants. */
interface Candidate {
  readonly subscription: ProviderSubscription;
  readonly plan: PaidPlan | undefined;
  readonly grant: Entitlement | undefined;
}

const startOf = ({ subscription }: Candidate): number => Date.parse(subscription.created_at);

/** Higher is better: a plan that is granted now, then a live subscription, then one whose payment is missing. */
const scoreOf = ({ subscription, grant }: Candidate, now: number): number => {
  if (grant?.until && Date.parse(grant.until) > now) return 10 + rankOf(grant.plan);
  if (isLive(subscription)) return 2;
  return subscription.status === 'incomplete' ? 1 : 0;
};

/**
 * The subscription that counts: the one that grants the best plan now, or the newest. Undefined when there is none.
 * `knownPlan` returns the stored plan of a subscription whose price belongs to none.
 */
export const chooseSubscription = (
  subscriptions: readonly ProviderSubscription[],
  { graceDays, now, knownPlan }: ChooseOptions,
): Candidate | undefined =>
  subscriptions
    .map((subscription) => {
      const plan = subscription.plan ?? knownPlan(subscription);
      return { subscription, plan, grant: grantOf(subscription, graceDays, plan) };
    })
    .toSorted((a, b) => scoreOf(b, now) - scoreOf(a, now) || startOf(b) - startOf(a))[0];
