import type { PersonPlan } from '../../../../lambdas/contract/admin/billing.ts';
import { formatZonedTime } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Facts, type Fact } from '../../ui/layout/lists/facts.tsx';
import styles from './person-plans.module.css';
import { personPlanTexts, planName } from './texts.ts';

const { current, subscription, sources, states, alerts } = personPlanTexts;

/** The plan that applies, and where it comes from. */
const currentFacts = ({ email, plan, source, plan_until: until, plan_after: after }: PersonPlan): readonly Fact[] => {
  const endLabel = source === 'stripe' ? current.endsRenewable : current.ends;
  return [
    [current.email, email || current.noEmail],
    [current.plan, planName(plan)],
    [current.source, sources[source]],
    ...(until === null ? [] : [[endLabel, current.then(formatZonedTime(until), planName(after))] as const]),
  ];
};

const subscriptionFacts = (plan: PersonPlan): readonly Fact[] => {
  const { state, subscription_plan: bought, period_end: end, cancels_at: cancels, next_plan: next } = plan;
  const endLabel = state === 'trialing' ? subscription.trialEnds : subscription.periodEnds;
  return [
    ...(bought === null ? [] : [[subscription.plan, planName(bought)] as const]),
    [subscription.state, states[state]],
    ...(end === null ? [] : [[endLabel, formatZonedTime(end)] as const]),
    ...(cancels === null ? [] : [[subscription.cancels, formatZonedTime(cancels)] as const]),
    ...(next === null || end === null
      ? []
      : [[subscription.changes, subscription.changesAt(planName(next), formatZonedTime(end))] as const]),
    [
      subscription.trial,
      plan.trial_used_at === null
        ? subscription.trialUnused
        : subscription.trialUsed(formatZonedTime(plan.trial_used_at)),
    ],
    [subscription.customer, plan.customer_id ?? subscription.noCustomer],
    [subscription.synced, plan.synced_at === null ? subscription.never : formatZonedTime(plan.synced_at)],
  ];
};

/** A user's plan, its source and the subscription, with alerts that need an operator. */
export const PlanFactsView = ({ plan }: { readonly plan: PersonPlan }) => (
  <>
    {plan.alerts.map((alert) => (
      <Notice key={alert} tone="warning" title={alerts[alert].title}>
        <p>{alerts[alert].text}</p>
      </Notice>
    ))}
    <section className={styles['section']} aria-labelledby="current-plan">
      <h2 id="current-plan">{current.title}</h2>
      <p className={styles['quiet']}>{current.hint}</p>
      <Facts facts={currentFacts(plan)} />
    </section>
    <section className={styles['section']} aria-labelledby="subscription">
      <h2 id="subscription">{subscription.title}</h2>
      <Facts facts={subscriptionFacts(plan)} />
    </section>
  </>
);
