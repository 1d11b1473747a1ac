import type { PersonPlan } from '../../contract/admin/billing.ts';
import type { Profile } from '../accounts/profile.ts';
import type { BillingRecord } from './record.ts';

/** A user's plan as administrators see it. `nameOf` returns null for users without a profile. */
export const personPlanOf = (
  { id, email, full_name }: Profile,
  record: BillingRecord,
  nameOf: (userId: string) => string | null,
): PersonPlan => {
  const { plan, source, plan_until, plan_after, subscription, complimentary } = record;
  return {
    user_id: id,
    email,
    full_name,
    plan,
    source,
    plan_until,
    plan_after,
    state: subscription?.state ?? 'none',
    subscription_plan: subscription?.plan ?? null,
    period_end: subscription?.period_end ?? null,
    cancels_at: subscription?.cancels_at ?? null,
    next_plan: subscription?.next_plan ?? null,
    trial_used_at: record.trial_used_at ?? null,
    customer_id: record.customer_id ?? null,
    synced_at: record.synced_at ?? null,
    complimentary: complimentary
      ? { ...complimentary, given_by: { id: complimentary.given_by, name: nameOf(complimentary.given_by) } }
      : null,
    alerts: [...(record.alerts ?? [])],
  };
};
