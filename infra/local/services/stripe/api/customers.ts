import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { endSubscription } from '../billing/end.ts';
import { missing } from '../errors.ts';
import { createCustomer } from '../objects/customer.ts';
import { address, clearable, mergeMetadata, metadata, paging, text, timeFilter } from '../params.ts';
import type { Customer, PaymentMethod, Subscription } from '../types.ts';
import { type ApiEndpoints, createdWithin, endpoint, pageOf } from './endpoint.ts';

const fields = {
  address: address.optional(),
  description: clearable.optional(),
  email: clearable.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  preferred_locales: z.array(text).optional(),
};

type Given = z.output<z.ZodObject<typeof fields>>;

/** An empty text removes a value. */
const cleared = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : value]),
  );

const changesOf = (account: StripeAccount, customer: Customer, given: Given): Partial<Customer> => {
  const { invoice_settings: settings, metadata: texts, ...rest } = given;
  const method = settings?.default_payment_method;
  if (method !== undefined)
    account.require<PaymentMethod>('payment_method', method, 'invoice_settings[default_payment_method]');
  return {
    ...cleared(rest),
    ...(method === undefined
      ? {}
      : { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }),
    ...(texts === undefined ? {} : { metadata: mergeMetadata(customer.metadata, texts) }),
  };
};

const remove = (account: StripeAccount, id: string) => {
  const customer = account.require<Customer>('customer', id);
  for (const subscription of account.list<Subscription>('subscription')) {
    if (subscription.customer === id && subscription.ended_at === null) endSubscription(account, subscription, null);
  }
  account.emit('customer.deleted', customer);
  return account.add({ id, object: 'customer', deleted: true });
};

/** Customers, and their cards. */
export const customerEndpoints: ApiEndpoints = {
  'POST /v1/customers': endpoint(
    z.strictObject({ ...fields, test_clock: text.optional() }),
    (account, { params: { test_clock: clock = null, ...given } }) => {
      if (clock !== null) account.require('test_helpers.test_clock', clock, 'test_clock');
      const customer = account.add(createCustomer({}, clock, account.now(clock)));
      account.update(customer, changesOf(account, customer, given));
      account.emit('customer.created', customer);
      return customer;
    },
  ),
  'GET /v1/customers': endpoint(
    z.strictObject({ ...paging, email: text.optional(), created: timeFilter.optional(), test_clock: text.optional() }),
    (account, { params }) =>
      pageOf(
        account
          .list<Customer>('customer')
          .filter(({ deleted }) => deleted !== true)
          .filter(({ email }) => params.email === undefined || email === params.email)
          .filter(({ test_clock: clock }) => (params.test_clock ?? null) === clock)
          .filter(({ created }) => createdWithin(created, params.created)),
        params,
        '/v1/customers',
      ),
  ),
  'GET /v1/customers/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    // A deleted customer is found, and says so.
    const customer = account.find<Customer>('customer', id);
    if (!customer) throw missing('customer', id);
    return customer;
  }),
  'POST /v1/customers/{}': endpoint(z.strictObject(fields), (account, { ids: [id = ''], params }) => {
    const customer = account.require<Customer>('customer', id);
    account.update(customer, changesOf(account, customer, params), 'customer.updated');
    return customer;
  }),
  'DELETE /v1/customers/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => remove(account, id)),
  'GET /v1/customers/{}/payment_methods': endpoint(
    z.strictObject({ ...paging, type: z.literal('card').optional() }),
    (account, { ids: [id = ''], params }) => {
      account.require<Customer>('customer', id);
      const methods = account.list<PaymentMethod>('payment_method').filter(({ customer }) => customer === id);
      return pageOf(methods, params, `/v1/customers/${id}/payment_methods`);
    },
  ),
};
