import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { payInvoice, voidInvoice } from '../billing/invoices.ts';
import { previewInvoice } from '../billing/preview.ts';
import { badRequest, cardError, StripeApiError } from '../errors.ts';
import { flag, integer, paging, text, timeFilter } from '../params.ts';
import type { Invoice, Price, Subscription } from '../types.ts';
import { type ApiEndpoints, createdWithin, endpoint, pageOf } from './endpoint.ts';

const previewParams = z.strictObject({
  customer: text.optional(),
  subscription: text,
  subscription_details: z
    .strictObject({
      cancel_at_period_end: flag.optional(),
      items: z.array(z.strictObject({ id: text, price: text.optional(), quantity: integer.optional() })).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    })
    .optional(),
});

const upcomingMissing = (): StripeApiError =>
  new StripeApiError(404, 'invalid_request_error', 'No upcoming invoices for customer', {
    code: 'invoice_upcoming_none',
  });

const preview = (account: StripeAccount, params: z.output<typeof previewParams>): Invoice => {
  const subscription = account.require<Subscription>('subscription', params.subscription, 'subscription');
  const details = params.subscription_details ?? {};
  if (details.cancel_at_period_end || subscription.cancel_at !== null) throw upcomingMissing();
  const changes = (details.items ?? []).map(({ id, price, quantity }, index) => {
    const item = subscription.items.data.find((one) => one.id === id);
    const param = `subscription_details[items][${index}]`;
    if (!item) throw badRequest(`No such subscription item: '${id}'`, `${param}[id]`, 'resource_missing');
    const next = price === undefined ? item.price : account.require<Price>('price', price, `${param}[price]`);
    return { item, price: next, quantity: quantity ?? item.quantity };
  });
  return previewInvoice(account, subscription, changes, details.proration_behavior ?? 'create_prorations');
};

/** Invoices of subscriptions. */
export const invoiceEndpoints: ApiEndpoints = {
  'GET /v1/invoices': endpoint(
    z.strictObject({
      ...paging,
      created: timeFilter.optional(),
      customer: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text.optional(),
    }),
    (account, { params }) =>
      pageOf(
        account
          .list<Invoice>('invoice')
          .filter(({ customer }) => params.customer === undefined || customer === params.customer)
          .filter(({ status }) => params.status === undefined || status === params.status)
          .filter(
            ({ parent }) =>
              params.subscription === undefined || parent.subscription_details.subscription === params.subscription,
          )
          .filter(({ created }) => createdWithin(created, params.created)),
        params,
        '/v1/invoices',
      ),
  ),
  'GET /v1/invoices/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => account.require('invoice', id)),
  'POST /v1/invoices/create_preview': endpoint(previewParams, (account, { params }) => preview(account, params)),
  'POST /v1/invoices/{}/pay': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    const invoice = account.require<Invoice>('invoice', id);
    if (invoice.status !== 'open')
      throw badRequest(invoice.status === 'paid' ? 'Invoice is already paid' : `This invoice is ${invoice.status}.`);
    const result = payInvoice(account, invoice);
    if (result.kind === 'declined') throw cardError(result.message, result.code, result.declineCode);
    if (result.kind === 'action_required')
      throw cardError(
        'Your card was declined. This transaction requires authentication.',
        'invoice_payment_intent_requires_action',
        'authentication_required',
      );
    return invoice;
  }),
  'POST /v1/invoices/{}/void': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => {
    const invoice = account.require<Invoice>('invoice', id);
    if (invoice.status !== 'open')
      throw badRequest(`You can only pass in open invoices. This invoice isn't open. Its status is ${invoice.status}.`);
    voidInvoice(account, invoice);
    return invoice;
  }),
};
