import type { StripeAccount } from '../account.ts';
import type { CheckoutSession, Customer, Invoice, StripeObject, Subscription, SubscriptionSchedule } from '../types.ts';
import { endSubscription } from './end.ts';
import { finalizeInvoice, giveUp, payInvoice, voidInvoice } from './invoices.ts';
import { HOUR } from './periods.ts';
import { applySchedule } from './schedules.ts';
import {
  beginPeriod,
  draftRenewal,
  emitUpdate,
  endTrial,
  REMINDER_SECONDS,
  remindOfTrialEnd,
} from './subscriptions.ts';

/** An incomplete subscription expires after this time. */
const INCOMPLETE_SECONDS = 23 * HOUR;

/** Something that happens when its time comes. Times are seconds. */
interface Due {
  readonly at: number;
  readonly run: (account: StripeAccount) => void;
}

/** Expires a session that was not completed. */
export const expireSession = (account: StripeAccount, session: CheckoutSession): void => {
  account.update(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
};

const expireIncomplete = (account: StripeAccount, subscription: Subscription): void => {
  const invoice = account.find<Invoice>('invoice', subscription.latest_invoice);
  if (invoice) voidInvoice(account, invoice);
  const now = account.now(subscription.test_clock);
  account.update<Subscription>(
    subscription,
    { status: 'incomplete_expired', ended_at: now },
    'customer.subscription.updated',
  );
};

const renew = (account: StripeAccount, subscription: Subscription): void => {
  const before = structuredClone(subscription);
  const start = account.now(subscription.test_clock);
  applySchedule(account, subscription);
  beginPeriod(subscription, start);
  draftRenewal(account, subscription, before.items.data[0]?.current_period_start ?? start);
  emitUpdate(account, subscription, before);
};

/** What happens next to a subscription. */
const subscriptionDues = (account: StripeAccount, subscription: Subscription): readonly Due[] => {
  const { status, cancel_at: cancelAt, trial_end: trialEnd } = subscription;
  const notes = account.state.notes.get(subscription.id);
  const dues: Due[] = [];
  if (status === 'incomplete')
    dues.push({ at: subscription.created + INCOMPLETE_SECONDS, run: (at) => expireIncomplete(at, subscription) });
  if (!['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status)) return dues;
  // A cancellation comes before a renewal at the same time.
  if (cancelAt !== null)
    dues.push({ at: cancelAt, run: (at) => endSubscription(at, subscription, 'cancellation_requested') });
  if (status === 'trialing' && trialEnd !== null) {
    if (!notes?.reminded)
      dues.push({ at: trialEnd - REMINDER_SECONDS, run: (at) => remindOfTrialEnd(at, subscription) });
    dues.push({ at: trialEnd, run: (at) => endTrial(at, subscription, false) });
  }
  const end = subscription.items.data[0]?.current_period_end;
  if (end !== undefined && ['active', 'past_due', 'unpaid'].includes(status))
    dues.push({ at: end, run: (at) => renew(at, subscription) });
  if (notes?.giveUpAt && status === 'past_due')
    dues.push({ at: notes.giveUpAt, run: (at) => giveUp(at, subscription) });
  return dues;
};

const invoiceDues = (invoice: Invoice): readonly Due[] => {
  const { status, automatically_finalizes_at: finalizes, next_payment_attempt: attempt } = invoice;
  if (status === 'draft' && finalizes !== null)
    return [
      {
        at: finalizes,
        run(account) {
          finalizeInvoice(account, invoice);
          payInvoice(account, invoice);
        },
      },
    ];
  return status === 'open' && attempt !== null
    ? [{ at: attempt, run: (account) => void payInvoice(account, invoice) }]
    : [];
};

const duesOf = (account: StripeAccount, object: StripeObject): readonly Due[] => {
  switch (object.object) {
    case 'subscription':
      return subscriptionDues(account, object as Subscription);
    case 'invoice':
      return invoiceDues(object as Invoice);
    case 'checkout.session': {
      const session = object as CheckoutSession;
      return session.status === 'open' ? [{ at: session.expires_at, run: (at) => expireSession(at, session) }] : [];
    }
    default:
      return [];
  }
};

/** The clock that an object follows. */
const clockOf = (account: StripeAccount, object: StripeObject): string | null => {
  if (object.object !== 'checkout.session') return (object['test_clock'] as string | null | undefined) ?? null;
  return account.find<Customer>('customer', object['customer'] as string | null)?.test_clock ?? null;
};

/** What is due next by a clock. */
export const nextDue = (account: StripeAccount, clock: string | null): Due | undefined => {
  let next: Due | undefined;
  for (const object of account.state.objects.values()) {
    for (const due of duesOf(account, object)) {
      if ((next === undefined || due.at < next.at) && clockOf(account, object) === clock) next = due;
    }
  }
  return next;
};

/** Runs everything that is due until a time, in the order of time. Returns how much that was. */
export const runDue = (account: StripeAccount, clock: string | null, until: number): number => {
  for (let count = 0; ; count += 1) {
    const due = nextDue(account, clock);
    if (!due || due.at > until) return count;
    account.at(clock, due.at, () => due.run(account));
  }
};

/** Deletes what follows a test clock. */
export const removeClocked = (account: StripeAccount, clock: string): void => {
  const { objects, notes } = account.state;
  for (const object of [...objects.values()]) {
    if (object['test_clock'] !== clock) continue;
    objects.delete(object.id);
    notes.delete(object.id);
  }
  for (const schedule of account.list<SubscriptionSchedule>('subscription_schedule'))
    if (!objects.has(schedule.customer)) objects.delete(schedule.id);
};
