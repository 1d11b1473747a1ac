import type { PaidPlan } from '../../contract/people/plans.ts';
import type { BillingRecord } from './record.ts';

/** States of subscriptions that are counted. `active` and `past_due` are the recurring revenue. */
type CountedState = 'trialing' | 'active' | 'past_due';

/** Where paid plans come from. */
type CountedSource = 'stripe' | 'complimentary' | 'manual';

/**
 * A counter of users: of those whose plan comes from a source (`stripe_premium`), or of those with a subscription in a
 * state (`active_premium`). A user with a complimentary plan and a subscription is counted in both.
 */
export type BillingCounter = `${CountedState | CountedSource}_${PaidPlan}`;

const plans: readonly PaidPlan[] = ['premium', 'creator', 'business'];
const kinds: readonly (CountedState | CountedSource)[] = [
  'trialing',
  'active',
  'past_due',
  'stripe',
  'complimentary',
  'manual',
];

/** Every counter. */
export const billingCounters: readonly BillingCounter[] = kinds.flatMap((kind) =>
  plans.map((plan) => `${kind}_${plan}` as const),
);

const isCounter = (name: string): name is BillingCounter => billingCounters.some((counter) => counter === name);

const countersOf = ({ plan, source, subscription }: BillingRecord): readonly BillingCounter[] =>
  [`${source}_${plan}`, `${subscription?.state}_${subscription?.plan}`].filter(isCounter);

/** How a change of a record changes the counters. `before` is undefined for a new record. */
export const counterChanges = (
  before: BillingRecord | undefined,
  after: BillingRecord,
): Readonly<Partial<Record<BillingCounter, number>>> => {
  const left = before ? countersOf(before) : [];
  const joined = countersOf(after);
  return Object.fromEntries([
    ...left.filter((one) => !joined.includes(one)).map((one) => [one, -1]),
    ...joined.filter((one) => !left.includes(one)).map((one) => [one, 1]),
  ]);
};
