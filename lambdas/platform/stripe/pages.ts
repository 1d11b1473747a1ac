import type Stripe from 'stripe';
import { STAGE_METADATA, USER_METADATA } from '../../domain/billing/prices.ts';
import type { NewCheckout, PaymentProvider, PortalPage } from '../../domain/billing/provider.ts';
import type { StripeContext } from './connection.ts';
import { isMissing, unlessRejected } from './errors.ts';
import { checkoutOf } from './views.ts';

type Flow = Omit<Stripe.BillingPortal.SessionCreateParams.FlowData, 'after_completion'>;

/** A page of the portal, as Stripe's API names it. `price` is that of the new plan. */
const flowOf = (page: PortalPage, price: string | undefined): Flow | undefined => {
  switch (page.page) {
    case 'home':
      return undefined;
    case 'update_card':
      return { type: 'payment_method_update' };
    case 'cancel':
      return { type: 'subscription_cancel', subscription_cancel: { subscription: page.subscription_id } };
    case 'change_plan':
      return {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: page.subscription_id,
          items: [{ id: page.item_id, quantity: 1, ...(price === undefined ? {} : { price }) }],
        },
      };
  }
};

/** The parameters of a checkout. They depend only on it and the stage, so that a repeated call sends the same ones. */
const sessionOf = (
  { stage, automaticTax }: StripeContext['options'],
  { user_id: userId, customer_id: customer, trial_days: trialDays, until }: NewCheckout,
  price: string,
  site: string,
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { [USER_METADATA]: userId, [STAGE_METADATA]: stage };
  return {
    mode: 'subscription',
    customer,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    success_url: `${site}/billing/return?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${site}/billing/return?canceled=1`,
    expires_at: Math.floor(Date.parse(until) / 1000),
    metadata,
    // A trial needs a card too: it identifies the user, and pays for the first month.
    payment_method_collection: 'always',
    subscription_data: { metadata, ...(trialDays === undefined ? {} : { trial_period_days: trialDays }) },
    ...(automaticTax ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto' as const } } : {}),
  };
};

/** The calls that create or end something. */
export const createPages = (
  context: StripeContext,
): Pick<
  PaymentProvider,
  'createCustomer' | 'updateCustomer' | 'openCheckout' | 'expireCheckout' | 'openPortal' | 'cancel' | 'deleteCustomer'
> => {
  const { connection, options, limits } = context;
  return {
    createCustomer: ({ user_id: userId, email, name, replaces }) =>
      connection.call(async (stripe) => {
        const metadata = { [USER_METADATA]: userId, [STAGE_METADATA]: options.stage };
        // With the stage: two stages can share a sandbox of Stripe, but not their users. Stripe answers a known key
        // with the first customer, even if that was deleted since.
        const first = `cus-${options.stage}-${userId}`;
        const idempotencyKey = replaces === undefined ? first : `${first}-after-${replaces}`;
        const { id } = await stripe.customers.create(
          { ...(email === '' ? {} : { email }), ...(name === '' ? {} : { name }), metadata },
          { ...limits(), idempotencyKey },
        );
        return id;
      }),

    updateCustomer: (id, { email }) =>
      connection.call(async (stripe) => void (await stripe.customers.update(id, { email }, limits()))),

    openCheckout: (checkout) =>
      connection.call(async (stripe) => {
        const price = await connection.priceOf(stripe, checkout.plan, limits);
        const params = sessionOf(options, checkout, price, await options.siteUrl());
        const idempotencyKey = `checkout-${checkout.id}`;
        return checkoutOf(await stripe.checkout.sessions.create(params, { ...limits(), idempotencyKey }));
      }),

    expireCheckout: (id) =>
      unlessRejected(() => connection.call((stripe) => stripe.checkout.sessions.expire(id, {}, limits()))),

    openPortal: (customer, page) =>
      connection.call(async (stripe, { portalConfiguration: configuration }) => {
        const price = page.page === 'change_plan' ? await connection.priceOf(stripe, page.plan, limits) : undefined;
        const flow = flowOf(page, price);
        const returnUrl = `${await options.siteUrl()}/billing/return?portal=1`;
        const { url } = await stripe.billingPortal.sessions.create(
          {
            customer,
            return_url: returnUrl,
            ...(configuration === undefined ? {} : { configuration }),
            ...(flow
              ? { flow_data: { ...flow, after_completion: { type: 'redirect', redirect: { return_url: returnUrl } } } }
              : {}),
          },
          limits(),
        );
        return url;
      }),

    deleteCustomer: (id) =>
      connection
        .call(async (stripe) => void (await stripe.customers.del(id, {}, limits())))
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        }),

    cancel: (id) => unlessRejected(() => connection.call((stripe) => stripe.subscriptions.cancel(id, {}, limits()))),
  };
};
