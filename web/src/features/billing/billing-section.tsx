import { Link } from 'react-router';
import type { Invoice, Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import { paths } from '../../core/paths.ts';
import { formatDate, formatLongDate } from '../../lib/format.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { BillingButton } from './billing-button.tsx';
import { BillingNotices } from './billing-notices.tsx';
import styles from './billing-section.module.css';
import { formatAmount } from './money.ts';
import { billingSectionTexts as texts } from './section-texts.ts';
import { useBilling } from './use-billing.ts';
import { useSubscription } from './use-subscription.ts';

const Facts = ({ subscription }: { readonly subscription: Subscription }) => {
  const { plan, source, next_payment: payment, cancels_at: ends } = subscription;
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{texts.plan}</dt>
        <dd>
          {planFacts[plan].name}
          {source === 'complimentary' && <Badge tone="accent">{texts.complimentary}</Badge>}
        </dd>
      </div>
      {ends !== null && (
        <div>
          <dt>{source === 'stripe' ? texts.until : texts.subscriptionEnds}</dt>
          <dd>{formatLongDate(ends)}</dd>
        </div>
      )}
      {(ends === null || payment !== null) && (
        <div>
          <dt>{texts.nextPayment}</dt>
          <dd>
            {payment
              ? texts.payment(formatAmount(payment.amount, payment.currency), formatLongDate(payment.at))
              : texts.noPayment}
          </dd>
          {payment && <dd className={styles['note']}>{texts.paymentNote}</dd>}
        </div>
      )}
    </dl>
  );
};

const Invoices = ({ invoices }: { readonly invoices: readonly Invoice[] }) => (
  <details className={styles['invoices']}>
    <summary>{texts.invoices(invoices.length)}</summary>
    <ul>
      {invoices.map(({ id, created_at: date, amount, currency, status, url }) => {
        const label = texts.invoice(formatDate(date), formatAmount(amount, currency));
        return (
          <li key={id}>
            {url === null ? (
              label
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {label}
              </a>
            )}
            <Badge tone={status === 'paid' ? 'success' : 'neutral'}>{texts.invoiceStates[status]}</Badge>
          </li>
        );
      })}
    </ul>
  </details>
);

/** The user's plan, next payment and invoices. `path`: the screen to return to. */
export const BillingSection = ({ path }: { readonly path: string }) => {
  const { subscription, error, retry, refresh } = useSubscription();
  const billing = useBilling({ path, returnTo: path, refresh });
  const content = () => {
    if (!subscription) return error ? <ErrorState message={error.message} onRetry={retry} /> : <LoadingState />;
    return (
      <>
        <BillingNotices subscription={subscription} billing={billing} />
        <Facts subscription={subscription} />
        {subscription.invoices.length > 0 && <Invoices invoices={subscription.invoices} />}
        <div className={styles['actions']}>
          <Link to={paths.plans} className={buttonClass({ variant: 'secondary' })}>
            {texts.changePlan}
          </Link>
          {subscription.manageable && subscription.buying === 'on' && (
            <BillingButton billing={billing} task="portal" variant="secondary" onClick={billing.manage}>
              {texts.manage}
            </BillingButton>
          )}
        </div>
      </>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby="billing-heading">
      <h3 id="billing-heading">{texts.title}</h3>
      {content()}
    </section>
  );
};
