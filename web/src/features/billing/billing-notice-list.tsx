import type { NextStep, Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import { formatLongDate, formatUsd } from '../../lib/format.ts';
import { Notice, type NoticeTone } from '../../ui/feedback/notice.tsx';
import { BillingButton } from './billing-button.tsx';
import styles from './billing-notice-list.module.css';
import { billingNoticeTexts as notices } from './notice-texts.ts';
import type { Billing, BillingTask } from './use-billing.ts';

interface BillingNotice {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly text: string;
  readonly actions?: readonly { readonly label: string; readonly task: BillingTask; readonly run: () => void }[];
}

const nextNotice = (step: NextStep, subscription: Subscription, billing: Billing): BillingNotice => {
  const actionOf = (label: string) => ({ label, task: step.action, run: () => billing.proceed(step) });
  switch (step.action) {
    case 'finish_checkout': {
      const { title, text, action } = notices.finishCheckout;
      return { tone: 'info', title, text: text(planFacts[step.plan].name), actions: [actionOf(action)] };
    }
    case 'confirm_payment': {
      const { title, text, action } = notices.confirmPayment;
      return { tone: 'warning', title, text, actions: [actionOf(action)] };
    }
    case 'update_card': {
      const { title, text, textWithoutPlan, textPayable, action, pay } = notices.updateCard;
      const { pay_url: url } = step;
      const { plan, subscription_plan: own } = subscription;
      const reason = plan === 'free' ? textWithoutPlan : text(planFacts[own ?? plan].name);
      return {
        tone: 'danger',
        title,
        text: url === null ? reason : `${reason} ${textPayable}`,
        actions: [
          actionOf(action),
          ...(url === null ? [] : [{ label: pay, task: 'pay_now' as const, run: () => billing.payNow(url) }]),
        ],
      };
    }
  }
};

const futureNotice = (subscription: Subscription, manage: () => void): BillingNotice | undefined => {
  const { plan, subscription_plan: own, cancels_at: ends, next_plan: next, period_end: end, trial } = subscription;
  const { name, priceUsd } = planFacts[own ?? plan];
  if (trial.rejected && plan === 'free') return { tone: 'warning', ...notices.trialRejected };
  if (ends !== null)
    return {
      tone: 'warning',
      title: notices.ends.title(name, formatLongDate(ends)),
      text: notices.endsText(planFacts[subscription.plan_after_subscription].name),
      actions: [{ label: notices.ends.action, task: 'portal', run: manage }],
    };
  if (next !== null && end !== null)
    return { tone: 'info', title: notices.switches(planFacts[next].name, formatLongDate(end)), text: '' };
  if (trial.ends_at !== null)
    return {
      tone: 'info',
      title: notices.trial(formatLongDate(trial.ends_at)),
      text: notices.trialText(formatUsd(priceUsd)),
    };
  return undefined;
};

/** The notices of a subscription that has some. */
export const BillingNoticeList = ({
  subscription,
  billing,
}: {
  readonly subscription: Subscription;
  readonly billing: Billing;
}) => {
  const { next } = subscription;
  const shown = [
    next === null ? undefined : nextNotice(next, subscription, billing),
    futureNotice(subscription, billing.manage),
  ].filter((notice) => notice !== undefined);
  return shown.map(({ tone, title, text, actions = [] }) => (
    <Notice key={title} tone={tone} title={title}>
      {text !== '' && <p>{text}</p>}
      {actions.length > 0 && (
        <div className={styles['actions']}>
          {actions.map(({ label, task, run }) => (
            <BillingButton key={task} billing={billing} task={task} variant="secondary" onClick={run}>
              {label}
            </BillingButton>
          ))}
        </div>
      )}
    </Notice>
  ));
};
