import { z } from 'zod';
import { attachCard, TEST_CARDS } from '../billing/cards.ts';
import { badRequest, missing } from '../errors.ts';
import { paging, text } from '../params.ts';
import type { Customer, PaymentMethod, Subscription } from '../types.ts';
import { type ApiEndpoints, endpoint, pageOf } from './endpoint.ts';

/** Cards. New ones come from the hosted pages, or from Stripe's test tokens. */
export const paymentMethodEndpoints: ApiEndpoints = {
  'GET /v1/payment_methods': endpoint(
    z.strictObject({ ...paging, customer: text.optional(), type: z.literal('card').optional() }),
    (account, { params }) =>
      pageOf(
        account
          .list<PaymentMethod>('payment_method')
          .filter(({ customer }) => params.customer === undefined || customer === params.customer),
        params,
        '/v1/payment_methods',
      ),
  ),
  'GET /v1/payment_methods/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) =>
    account.require('payment_method', id),
  ),
  'POST /v1/payment_methods/{}/attach': endpoint(
    z.strictObject({ customer: text }),
    (account, { ids: [id = ''], params }) => {
      const card = TEST_CARDS.find(({ token }) => token === id);
      if (!card) {
        if (account.find('payment_method', id))
          throw badRequest('This PaymentMethod is already attached, or was detached and cannot be attached again.');
        throw missing('PaymentMethod', id, 'payment_method');
      }
      const customer = account.require<Customer>('customer', params.customer, 'customer');
      return attachCard(account, customer, { number: card.number, authenticated: false });
    },
  ),
  'POST /v1/payment_methods/{}/detach': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    const method = account.require<PaymentMethod>('payment_method', id);
    if (method.customer === null) throw badRequest('This PaymentMethod is not attached to a customer.');
    const customer = account.find<Customer>('customer', method.customer);
    if (customer?.invoice_settings?.default_payment_method === id)
      account.update(
        customer,
        { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } },
        'customer.updated',
      );
    for (const subscription of account.list<Subscription>('subscription')) {
      if (subscription.default_payment_method === id)
        account.update(subscription, { default_payment_method: null }, 'customer.subscription.updated');
    }
    account.update(method, { customer: null });
    account.emit('payment_method.detached', method);
    return method;
  }),
};
