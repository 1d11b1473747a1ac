import type { PersonPlan, PlanHistoryEntry } from '../../../../lambdas/contract/admin/billing.ts';
import type { PlanSource, SubscriptionState } from '../../../../lambdas/contract/people/billing.ts';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';

/** The display name of a plan. */
export const planName = (plan: Plan): string => planFacts[plan].name;

const sources: Readonly<Record<PlanSource, string>> = {
  stripe: 'Subscription',
  complimentary: 'Complimentary',
  manual: 'Test user',
  free: 'Free plan',
};

const states: Readonly<Record<SubscriptionState, string>> = {
  none: 'No subscription',
  trialing: 'Free trial',
  active: 'Active',
  past_due: 'Payment overdue',
  incomplete: 'First payment not confirmed',
  incomplete_expired: 'First payment expired',
  unpaid: 'Unpaid',
  paused: 'Paused',
  canceled: 'Canceled',
};

/** What an alert means and what to do. */
const alerts: Readonly<Record<PersonPlan['alerts'][number], { readonly title: string; readonly text: string }>> = {
  duplicate_subscription: {
    title: 'Two subscriptions',
    text: 'This user pays twice and has the better plan. Cancel one subscription in Stripe and refund it.',
  },
  unknown_price: {
    title: 'Unknown price',
    text: 'A subscription has a price that belongs to no plan, so the last known plan applies. Correct it in Stripe.',
  },
};

/** Causes that are not types of Stripe's events. */
const causes: Readonly<Record<string, string>> = {
  check: 'Checked with Stripe',
  reconcile: 'Scheduled check with Stripe',
  'user.plan-given': 'Complimentary plan given',
  'user.plan-ended': 'Complimentary plan ended',
  'user.created': 'Created as a test user',
};

/** What a line of the history says. */
export const historyTitle = ({ kind, plan_before: before, plan_after: after, cause }: PlanHistoryEntry): string => {
  if (kind === 'refund') return 'Payment refunded';
  if (kind === 'dispute') return 'Payment disputed';
  if (kind === 'alert') return alerts[cause as keyof typeof alerts]?.title ?? `Alert: ${cause}`;
  const to = planName(after ?? 'free');
  if (before === null) return `Starts with ${to}`;
  const from = planName(before);
  return from === to ? `Plan stays ${to}` : `${from} to ${to}`;
};

/** Why it happened: in words, or Stripe's name of the event. */
export const causeText = ({ kind, cause, object_id: object }: PlanHistoryEntry): string | undefined =>
  kind === 'alert' ? undefined : (causes[cause] ?? `Stripe event ${cause}${object === null ? '' : `, ${object}`}`);

/** Texts of a user's plan. */
export const personPlanTexts = {
  title: 'User Plan',
  titleOf: (name: string) => `Plan of ${name}`,
  lead: 'The plan, where it comes from, and what happened to it.',
  unknown: 'Unknown User',
  loading: 'Loading plan',
  loadFailed: 'Failed to load the plan. Please try again.',
  notFound: "This user doesn't exist or was deleted.",
  toUsers: 'Back to users',
  audit: 'Audit log',
  sources,
  states,
  alerts,
  current: {
    title: 'Current plan',
    hint: 'With plans from several sources, the best one applies.',
    plan: 'Plan',
    source: 'Source',
    endsRenewable: 'Ends unless renewed',
    ends: 'Ends',
    then: (date: string, plan: string) => `${date}, then ${plan}`,
    email: 'Email',
    noEmail: 'No email address',
  },
  subscription: {
    title: 'Subscription',
    plan: 'Plan',
    state: 'State',
    trialEnds: 'Trial ends',
    periodEnds: 'Period ends',
    cancels: 'Canceled as of',
    changes: 'Changes to',
    changesAt: (plan: string, date: string) => `${plan} on ${date}`,
    trial: 'Free trial',
    trialUsed: (date: string) => `Used on ${date}`,
    trialUnused: 'Not used',
    customer: 'Stripe customer',
    noCustomer: 'None',
    synced: 'Last read from Stripe',
    never: 'Never',
  },
  complimentary: {
    title: 'Complimentary plan',
    none: 'This user has no complimentary plan.',
    given: (plan: string, date: string) => `${plan} until ${date}`,
    givenForever: (plan: string) => `${plan} until an administrator ends it`,
    expired: (plan: string, date: string) => `${plan}, ended ${date}`,
    by: (name: string, date: string) => `Given by ${name} on ${date}`,
    deletedGiver: 'a deleted user',
    reasonOf: (reason: string) => `Reason: ${reason}`,
    notUsed: (plan: string) => `Not in use: the user has ${plan} from another source.`,
    give: 'Give plan',
    change: 'Change',
    end: 'End plan',
  },
  give: {
    title: (name: string) => `Give ${name} a plan`,
    text: 'The plan is free of charge and applies at once. A subscription continues and is still charged.',
    replaces: (plan: string) => `This replaces the complimentary ${plan} plan.`,
    plan: 'Plan',
    lastDay: 'Last day (optional)',
    lastDayHint: (zone: string) => `The plan ends at the end of this day (${zone}). Leave blank for no end date.`,
    past: 'Choose today or a later day.',
    incomplete: 'Enter a complete date.',
    action: 'Give plan',
    done: 'Plan given',
  },
  end: {
    title: (name: string) => `End ${name}'s complimentary plan`,
    text: 'It ends at once. A title that is playing continues until its next renewal. A subscription is not affected.',
    action: 'End plan',
    done: 'Plan ended',
  },
  failed: "Couldn't save the plan.",
  newer: 'Another administrator changed the complimentary plan. Check what it is now, then try again.',
  history: {
    title: 'History',
    list: 'Changes of the plan',
    loading: 'Loading history',
    loadFailed: 'Failed to load the history. Please try again.',
    empty: 'Nothing has changed yet.',
    by: (name: string) => `by ${name}`,
    more: 'Load more',
    moreFailed: 'Failed to load more entries. Please try again.',
  },
} as const;
