import type Stripe from 'stripe';
import { paidPlans, type PaidPlan } from '../../contract/people/plans.ts';
import {
  CustomerMissing,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderSubscription,
} from '../../domain/billing/provider.ts';
import { handledEvents, readStripeEvent } from '../../domain/billing/stripe-events.ts';
import type { CallLimits } from './client.ts';
import type { StripeContext } from './connection.ts';
import { isMissing } from './errors.ts';
import { checkoutOf, idOf, invoiceOf, paymentOf, subscriptionOf } from './views.ts';

/** Invoices that a user sees. */
const INVOICES = 12;
const PAGE_SIZE = 100;
/** Events of one run of the reconciler, far more than an hour has. */
const MAX_EVENTS = 5000;

/** States in which a payment is missing. */
const UNPAID: ReadonlySet<Stripe.Subscription['status']> = new Set(['past_due', 'incomplete', 'unpaid']);

type CustomerReader = (stripe: Stripe, id: string, limits: CallLimits) => Promise<string | undefined>;

/** Reads the customer of an object, by the prefix of its id. */
const customerReaders: Readonly<Record<string, CustomerReader>> = {
  cus: async (_stripe, id) => id,
  sub: async (stripe, id, limits) => idOf((await stripe.subscriptions.retrieve(id, {}, limits)).customer),
  cs: async (stripe, id, limits) => idOf((await stripe.checkout.sessions.retrieve(id, {}, limits)).customer),
  in: async (stripe, id, limits) => idOf((await stripe.invoices.retrieve(id, {}, limits)).customer),
  ch: async (stripe, id, limits) => idOf((await stripe.charges.retrieve(id, {}, limits)).customer),
  du: async (stripe, id, limits) => {
    const { charge } = await stripe.disputes.retrieve(id, { expand: ['charge'] }, limits);
    return typeof charge === 'string' ? undefined : idOf(charge.customer);
  },
};

/** Only an unpaid subscription needs its invoice: one more call. */
const readPayment = async (
  stripe: Stripe,
  { status, latest_invoice: invoice }: Stripe.Subscription,
  limits: () => CallLimits,
): Promise<ProviderSubscription['payment']> => {
  const id = idOf(invoice);
  if (!UNPAID.has(status) || id === undefined) return null;
  return paymentOf(await stripe.invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] }, limits()));
};

const readSubscriptions = async (
  { connection, limits }: StripeContext,
  stripe: Stripe,
  customer: string,
): Promise<readonly ProviderSubscription[]> => {
  const { data } = await stripe.subscriptions.list(
    { customer, status: 'all', limit: PAGE_SIZE, expand: ['data.schedule', 'data.default_payment_method'] },
    limits(),
  );
  // Phases of a schedule name their prices by id only.
  const prices = data.some(({ schedule }) => schedule !== null)
    ? await connection.readPrices(stripe, limits)
    : new Map<PaidPlan, string>();
  const planOfPriceId = (id: string): PaidPlan | undefined => paidPlans.find((plan) => prices.get(plan) === id);
  return Promise.all(
    data.map(async (subscription) =>
      subscriptionOf(subscription, { planOfPriceId, payment: await readPayment(stripe, subscription, limits) }),
    ),
  );
};

/** The calls that read. */
export const createReads = (
  context: StripeContext,
): Pick<PaymentProvider, 'readCustomer' | 'customerOf' | 'readCheckout' | 'listEvents'> => {
  const { connection, limits } = context;
  return {
    readCustomer: (customer) =>
      connection
        .call(async (stripe) => {
          const [subscriptions, invoices] = await Promise.all([
            readSubscriptions(context, stripe, customer),
            stripe.invoices.list({ customer, limit: INVOICES }, limits()),
          ]);
          return { subscriptions, invoices: invoices.data.map(invoiceOf) };
        })
        .catch((error: unknown) => {
          if (error instanceof CustomerMissing) return undefined;
          throw error;
        }),

    customerOf: (objectId) =>
      connection.call(async (stripe) => customerReaders[objectId.split('_')[0] ?? '']?.(stripe, objectId, limits())),

    readCheckout: (id) =>
      connection
        .call(async (stripe) => checkoutOf(await stripe.checkout.sessions.retrieve(id, {}, limits())))
        .catch((error: unknown) => {
          if (isMissing(error)) return { id, status: 'expired' as const, url: null };
          throw error;
        }),

    listEvents: (since) =>
      connection.call(async (stripe) => {
        const created = { gte: Math.floor(Date.parse(since) / 1000) };
        const found: ProviderEvent[] = [];
        for await (const event of stripe.events.list(
          { created, types: [...handledEvents], limit: PAGE_SIZE },
          limits(),
        )) {
          const read = readStripeEvent(event);
          if (read) found.push(read);
          if (found.length >= MAX_EVENTS) break;
        }
        return found;
      }),
  };
};
