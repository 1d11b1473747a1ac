import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { sessionLines } from '../billing/checkout.ts';
import { DAY, HOUR } from '../billing/periods.ts';
import { expireSession } from '../billing/renewals.ts';
import { badRequest } from '../errors.ts';
import { createSessionObject } from '../objects/checkout-session.ts';
import { flag, integer, mergeMetadata, metadata, paging, text, time, timeFilter, url } from '../params.ts';
import type { CheckoutSession, Customer, Price } from '../types.ts';
import { type ApiEndpoints, createdWithin, endpoint, pageOf } from './endpoint.ts';

/** Limits of the API: a session lives from 30 minutes to 24 hours, a trial at least two days when it has an end. */
const SHORTEST = HOUR / 2;
const MIN_TRIAL = 2 * DAY;
const MAX_TRIAL_DAYS = 730;

const enabled = z.strictObject({ enabled: flag });

const createParams = z.strictObject({
  adaptive_pricing: enabled.optional(),
  allow_promotion_codes: flag.optional(),
  automatic_tax: enabled.optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: url.optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: text.optional(),
  customer_email: z.email().optional(),
  customer_update: z
    .strictObject({ address: z.enum(['auto', 'never']).optional(), name: z.enum(['auto', 'never']).optional() })
    .optional(),
  expires_at: time.optional(),
  line_items: z.array(z.strictObject({ price: text, quantity: integer.optional() })).min(1),
  locale: text.optional(),
  metadata: metadata.optional(),
  mode: z.literal('subscription'),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_types: z.array(z.literal('card')).optional(),
  subscription_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      trial_end: time.optional(),
      trial_period_days: integer.optional(),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
        })
        .optional(),
    })
    .optional(),
  success_url: url,
  tax_id_collection: enabled.optional(),
  ui_mode: z.literal('hosted_page').optional(),
});

type CreateParams = z.output<typeof createParams>;

const checkTimes = (params: CreateParams, now: number): void => {
  const { expires_at: expires, subscription_data: data } = params;
  if (expires !== undefined && (expires < now + SHORTEST || expires > now + DAY))
    throw badRequest(
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  const days = data?.trial_period_days;
  if (days !== undefined && (days < 1 || days > MAX_TRIAL_DAYS))
    throw badRequest(
      `Invalid trial_period_days: must be from 1 to ${MAX_TRIAL_DAYS}.`,
      'subscription_data[trial_period_days]',
    );
  if (data?.trial_end !== undefined && data.trial_end < now + MIN_TRIAL)
    throw badRequest('The `trial_end` date has to be at least 2 days in the future.', 'subscription_data[trial_end]');
};

/** Prices that exist, are active and recurring. */
const requirePrices = (account: StripeAccount, params: CreateParams): readonly Price[] =>
  params.line_items.map(({ price: id }, index) => {
    const price = account.require<Price>('price', id, `line_items[${index}][price]`);
    if (!price.active)
      throw badRequest(
        `The price specified is inactive. This field only accepts active prices.`,
        `line_items[${index}][price]`,
      );
    if (!price.recurring)
      throw badRequest(
        'You must provide at least one recurring price in `subscription` mode when using prices.',
        `line_items[${index}]`,
      );
    return price;
  });

const checkCustomer = (account: StripeAccount, params: CreateParams): Customer | undefined => {
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw badRequest('You may only specify one of these parameters: customer, customer_email.', 'customer_email');
  const customer =
    params.customer === undefined ? undefined : account.require<Customer>('customer', params.customer, 'customer');
  if (customer && params.automatic_tax?.enabled && !customer['address'] && params.customer_update?.address !== 'auto')
    throw badRequest(
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the ' +
        "Customer or set `customer_update[address]` to 'auto' to save the address entered in Checkout to the Customer.",
      'automatic_tax',
      'customer_tax_location_invalid',
    );
  return customer;
};

/**
 * The end of a session by the account's time. The console can advance that time, but a caller gives times by its own
 * clock, so an end that has passed by the account's time is moved as far as the account is ahead.
 */
const sessionEnd = ({ expires_at: expires }: CreateParams, now: number, ahead: number): number => {
  if (expires === undefined) return now + DAY;
  return expires < now ? expires + ahead : expires;
};

const create = (account: StripeAccount, given: CreateParams): CheckoutSession => {
  const customer = checkCustomer(account, given);
  const now = account.now(customer?.test_clock ?? null);
  const params = { ...given, expires_at: sessionEnd(given, now, account.state.offset) };
  checkTimes(params, now);
  const prices = requirePrices(account, params);
  const { subscription_data: data = {} } = params;
  const trial = data.trial_period_days !== undefined || data.trial_end !== undefined;
  const quantities = params.line_items.map(({ quantity = 1 }) => quantity);
  const total = prices.reduce((sum, price, index) => sum + price.unit_amount * (quantities[index] ?? 1), 0);
  const session = account.add(
    createSessionObject({
      origin: account.origin,
      created: now,
      expiresAt: params.expires_at,
      customer: customer?.id ?? null,
      email: customer?.email ?? params.customer_email ?? null,
      amount: trial ? 0 : total,
      currency: prices[0]?.currency ?? 'usd',
      successUrl: params.success_url,
      cancelUrl: params.cancel_url ?? null,
      reference: params.client_reference_id ?? null,
      metadata: mergeMetadata({}, params.metadata),
      automaticTax: params.automatic_tax?.enabled ?? false,
      collection: params.payment_method_collection ?? 'always',
      promotionCodes: params.allow_promotion_codes ?? null,
      address: params.billing_address_collection ?? null,
      locale: params.locale ?? null,
      taxIds: params.tax_id_collection?.enabled ?? false,
    }),
  );
  account.state.checkouts.set(session.id, {
    items: params.line_items.map(({ price, quantity = 1 }) => ({ price, quantity })),
    trialDays: data.trial_period_days ?? null,
    trialEnd: data.trial_end ?? null,
    metadata: mergeMetadata({}, data.metadata),
    missingPaymentMethod: data.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    description: data.description ?? null,
  });
  return session;
};

/** Checkout sessions of mode `subscription` with a hosted page. */
export const sessionEndpoints: ApiEndpoints = {
  'POST /v1/checkout/sessions': endpoint(createParams, (account, { params }) => create(account, params)),
  'GET /v1/checkout/sessions': endpoint(
    z.strictObject({
      ...paging,
      created: timeFilter.optional(),
      customer: text.optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
      subscription: text.optional(),
    }),
    (account, { params }) =>
      pageOf(
        account
          .list<CheckoutSession>('checkout.session')
          .filter(({ customer }) => params.customer === undefined || customer === params.customer)
          .filter(({ status }) => params.status === undefined || status === params.status)
          .filter(({ subscription }) => params.subscription === undefined || subscription === params.subscription)
          .filter(({ created }) => createdWithin(created, params.created)),
        params,
        '/v1/checkout/sessions',
      ),
  ),
  'GET /v1/checkout/sessions/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) =>
    account.require('checkout.session', id),
  ),
  'GET /v1/checkout/sessions/{}/line_items': endpoint(z.strictObject(paging), (account, { ids: [id = ''], params }) => {
    const session = account.require<CheckoutSession>('checkout.session', id);
    return pageOf(sessionLines(account, session), params, `/v1/checkout/sessions/${id}/line_items`);
  }),
  'POST /v1/checkout/sessions/{}/expire': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    const session = account.require<CheckoutSession>('checkout.session', id);
    if (session.status !== 'open')
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ` +
          `${session.status}.`,
      );
    expireSession(account, session);
    return session;
  }),
};
