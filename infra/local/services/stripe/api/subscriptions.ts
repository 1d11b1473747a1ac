import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { endSubscription, releaseSchedule } from '../billing/end.ts';
import { DAY } from '../billing/periods.ts';
import { createSubscription, endTrial } from '../billing/subscriptions.ts';
import {
  changeItems,
  type ItemChange,
  periodEndOf,
  requireLive,
  resumeSubscription,
  setCancellation,
} from '../billing/updates.ts';
import { badRequest } from '../errors.ts';
import { clearable, flag, integer, mergeMetadata, metadata, paging, text, time, timeFilter } from '../params.ts';
import type {
  Customer,
  Invoice,
  PaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
  SubscriptionSchedule,
} from '../types.ts';
import { type ApiEndpoints, createdWithin, endpoint, pageOf } from './endpoint.ts';

const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
});
const cancellationDetails = z.strictObject({
  comment: clearable.optional(),
  feedback: z
    .enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ])
    .optional(),
});
const proration = z.enum(['always_invoice', 'create_prorations', 'none']);

const createParams = z.strictObject({
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  customer: text,
  default_payment_method: text.optional(),
  description: text.optional(),
  items: z.array(z.strictObject({ price: text, quantity: integer.optional() })).min(1),
  metadata: metadata.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete']).optional(),
  trial_end: time.optional(),
  trial_period_days: integer.optional(),
  trial_settings: trialSettings.optional(),
});

const updateParams = z.strictObject({
  cancel_at: z.literal('').or(time).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails.optional(),
  default_payment_method: text.optional(),
  description: clearable.optional(),
  items: z.array(z.strictObject({ id: text, price: text.optional(), quantity: integer.optional() })).optional(),
  metadata: metadata.optional(),
  proration_behavior: proration.optional(),
  trial_end: z.literal('now').or(time).optional(),
  trial_settings: trialSettings.optional(),
});

const requireMethod = (account: StripeAccount, id: string | undefined, customer: string): void => {
  if (id === undefined) return;
  const method = account.require<PaymentMethod>('payment_method', id, 'default_payment_method');
  if (method.customer !== customer)
    throw badRequest(
      'The customer does not have a payment method with the ID ' +
        id +
        '. The payment method must be attached to ' +
        'the customer.',
      'default_payment_method',
    );
};

const create = (account: StripeAccount, params: z.output<typeof createParams>): Subscription => {
  const customer = account.require<Customer>('customer', params.customer, 'customer');
  requireMethod(account, params.default_payment_method, customer.id);
  const items = params.items.map(({ price, quantity = 1 }, index) => ({
    price: account.require<Price>('price', price, `items[${index}][price]`),
    quantity,
  }));
  const method = params.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const trial = params.trial_end !== undefined || params.trial_period_days !== undefined;
  if (method === null && !trial && params.payment_behavior !== 'default_incomplete')
    throw badRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default ' +
        'payment method.',
      undefined,
      'resource_missing',
    );
  const days = params.trial_period_days;
  return createSubscription(account, {
    customer,
    items,
    trialEnd: days === undefined ? (params.trial_end ?? null) : account.now(customer.test_clock) + days * DAY,
    metadata: mergeMetadata({}, params.metadata),
    defaultPaymentMethod: params.default_payment_method ?? null,
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    automaticTax: params.automatic_tax?.enabled ?? false,
    description: params.description ?? null,
    incomplete: params.payment_behavior === 'default_incomplete',
  });
};

type UpdateParams = z.output<typeof updateParams>;

const itemChanges = (account: StripeAccount, subscription: Subscription, params: UpdateParams): ItemChange[] =>
  (params.items ?? []).map(({ id, price, quantity }, index) => {
    const item = subscription.items.data.find((one) => one.id === id);
    if (!item) throw badRequest(`No such subscription item: '${id}'`, `items[${index}][id]`, 'resource_missing');
    const next = price === undefined ? item.price : account.require<Price>('price', price, `items[${index}][price]`);
    return { item, price: next, quantity: quantity ?? item.quantity };
  });

const updateCancellation = (account: StripeAccount, subscription: Subscription, params: UpdateParams): void => {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd, cancellation_details: details } = params;
  if (at !== undefined && atPeriodEnd !== undefined)
    throw badRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  if (atPeriodEnd !== undefined)
    setCancellation(
      account,
      subscription,
      { atPeriodEnd, at: atPeriodEnd ? periodEndOf(subscription) : null },
      details,
    );
  if (at !== undefined)
    setCancellation(account, subscription, { atPeriodEnd: false, at: at === '' ? null : at }, details);
};

const updateTrial = (account: StripeAccount, subscription: Subscription, params: UpdateParams): void => {
  const { trial_end: end } = params;
  if (end === undefined) return;
  if (subscription.status !== 'trialing')
    throw badRequest('The local Stripe changes `trial_end` only during a trial.', 'trial_end');
  if (end === 'now') return endTrial(account, subscription, true);
  if (end <= account.now(subscription.test_clock))
    throw badRequest('Timestamp must be an integer Unix timestamp in the future.', 'trial_end');
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: end }));
  account.update<Subscription>(
    subscription,
    { trial_end: end, billing_cycle_anchor: end, items: { ...subscription.items, data } },
    'customer.subscription.updated',
  );
  return undefined;
};

const update = (account: StripeAccount, id: string, params: UpdateParams): Subscription => {
  const subscription = account.require<Subscription>('subscription', id);
  const { metadata: texts, description, default_payment_method: method, trial_settings: trial } = params;
  const others = Object.keys(params).filter((name) => name !== 'metadata' && name !== 'cancellation_details');
  if (others.length > 0) requireLive(subscription);
  requireMethod(account, method, subscription.customer);
  const changes = itemChanges(account, subscription, params);
  account.update<Subscription>(
    subscription,
    {
      ...(texts === undefined ? {} : { metadata: mergeMetadata(subscription.metadata, texts) }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(method === undefined ? {} : { default_payment_method: method }),
      ...(trial === undefined
        ? {}
        : { trial_settings: { end_behavior: { billing_cycle_anchor: null, ...trial.end_behavior } } }),
    },
    'customer.subscription.updated',
  );
  if (changes.length > 0) changeItems(account, subscription, changes, params.proration_behavior ?? 'create_prorations');
  updateTrial(account, subscription, params);
  updateCancellation(account, subscription, params);
  return subscription;
};

const STATUSES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

const scheduleEndpoints: ApiEndpoints = {
  'GET /v1/subscription_schedules': endpoint(
    z.strictObject({ ...paging, customer: text.optional() }),
    (account, { params }) =>
      pageOf(
        account
          .list<SubscriptionSchedule>('subscription_schedule')
          .filter(({ customer }) => params.customer === undefined || customer === params.customer),
        params,
        '/v1/subscription_schedules',
      ),
  ),
  'GET /v1/subscription_schedules/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) =>
    account.require('subscription_schedule', id),
  ),
  'POST /v1/subscription_schedules/{}/release': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    const schedule = account.require<SubscriptionSchedule>('subscription_schedule', id);
    const subscription = account.find<Subscription>('subscription', schedule.subscription);
    if (!subscription)
      throw badRequest(
        `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status.`,
      );
    releaseSchedule(account, subscription, 'customer.subscription.updated');
    return schedule;
  }),
};

/** Subscriptions, their items and their schedules. */
export const subscriptionEndpoints: ApiEndpoints = {
  'POST /v1/subscriptions': endpoint(createParams, (account, { params }) => create(account, params)),
  'GET /v1/subscriptions': endpoint(
    z.strictObject({
      ...paging,
      created: timeFilter.optional(),
      customer: text.optional(),
      price: text.optional(),
      status: z.enum([...STATUSES, 'all', 'ended']).optional(),
      test_clock: text.optional(),
    }),
    (account, { params }) => {
      const ended = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired';
      const matches = ({ status }: Subscription): boolean => {
        if (params.status === undefined) return status !== 'canceled';
        if (params.status === 'all') return true;
        return params.status === 'ended' ? ended(status) : status === params.status;
      };
      return pageOf(
        account
          .list<Subscription>('subscription')
          .filter(matches)
          .filter(({ customer }) => params.customer === undefined || customer === params.customer)
          .filter(
            ({ items }) => params.price === undefined || items.data.some(({ price }) => price.id === params.price),
          )
          .filter(({ test_clock: clock }) => params.test_clock === undefined || clock === params.test_clock)
          .filter(({ created }) => createdWithin(created, params.created)),
        params,
        '/v1/subscriptions',
      );
    },
  ),
  'GET /v1/subscriptions/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) =>
    account.require('subscription', id),
  ),
  'POST /v1/subscriptions/{}': endpoint(updateParams, (account, { ids: [id = ''], params }) =>
    update(account, id, params),
  ),
  'DELETE /v1/subscriptions/{}': endpoint(
    z.strictObject({ cancellation_details: cancellationDetails.optional() }),
    (account, { ids: [id = ''], params }) => {
      const subscription = account.require<Subscription>('subscription', id);
      requireLive(subscription);
      const details = subscription['cancellation_details'] as object;
      account.update(subscription, { cancellation_details: { ...details, ...params.cancellation_details } });
      if (subscription.status === 'incomplete') {
        const invoice = account.find<Invoice>('invoice', subscription.latest_invoice);
        if (invoice) account.update(invoice, { auto_advance: false });
      }
      endSubscription(account, subscription, 'cancellation_requested');
      return subscription;
    },
  ),
  'POST /v1/subscriptions/{}/resume': endpoint(
    z.strictObject({ billing_cycle_anchor: z.literal('now').optional(), proration_behavior: proration.optional() }),
    (account, { ids: [id = ''] }) => {
      const subscription = account.require<Subscription>('subscription', id);
      resumeSubscription(account, subscription);
      return subscription;
    },
  ),
  'GET /v1/subscription_items': endpoint(z.strictObject({ ...paging, subscription: text }), (account, { params }) => {
    const { items } = account.require<Subscription>('subscription', params.subscription, 'subscription');
    return pageOf<SubscriptionItem>(items.data, params, '/v1/subscription_items');
  }),
  ...scheduleEndpoints,
};
