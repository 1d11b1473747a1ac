import {
  askCard,
  attachCard,
  AUTHENTICATION_FAILED,
  type CardResult,
  chargeStored,
  paymentMethodOf,
} from '../billing/cards.ts';
import { payInvoice, subscriptionOf } from '../billing/invoices.ts';
import { money } from '../billing/subscriptions.ts';
import type { Customer, Invoice, PaymentMethod, Subscription } from '../types.ts';
import { type PageAnswer, type PageCall, show } from './answers.ts';
import { authenticationPage, cardFields, type CardChoice, chosenCard } from './card-form.ts';
import { type Html, html } from './html.ts';

const STATUS: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'Payment due',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Uncollectible',
};

const lines = (invoice: Invoice): Html => html`
  <table>
    <caption class="dim">
      Invoice ${invoice.number}
    </caption>
    <thead>
      <tr>
        <th scope="col">Description</th>
        <th scope="col" class="number">Amount</th>
      </tr>
    </thead>
    <tbody>
      ${invoice.lines.data.map(
        ({ description, amount }) =>
          html`<tr>
            <td>${description}</td>
            <td class="number">${money(amount, invoice.currency)}</td>
          </tr>`,
      )}
    </tbody>
  </table>
`;

const invoicePage = ({ account, id }: PageCall, invoice: Invoice, problem?: string): PageAnswer => {
  const saved = account.find<PaymentMethod>(
    'payment_method',
    paymentMethodOf(account, subscriptionOf(account, invoice)),
  );
  const content = html`
    <h1>${STATUS[invoice.status]}</h1>
    <p class="amount">${money(invoice.amount_due, invoice.currency)}</p>
    ${problem && html`<p class="alert" role="alert">${problem}</p>`}
    ${invoice.status === 'paid' && html`<p class="status" role="status">Payment received. Thank you.</p>`}
    <section class="card">${lines(invoice)}</section>
    ${
      invoice.status === 'open' &&
      html`<form class="card" method="post" action="/i/${id}">
        ${cardFields(saved?.card)} <button class="wide">Pay invoice</button>
      </form>`
    }
  `;
  return show('Invoice', content, [], problem === undefined ? 200 : 402);
};

/** Stores another card as the subscription's own. */
const replaceCard = ({ account }: PageCall, invoice: Invoice, number: string, authenticated: boolean): void => {
  const customer = account.require<Customer>('customer', invoice.customer);
  const method = attachCard(account, customer, { number, authenticated });
  account.update<Subscription>(
    subscriptionOf(account, invoice),
    { default_payment_method: method.id },
    'customer.subscription.updated',
  );
};

const answerOf = (
  call: PageCall,
  invoice: Invoice,
  choice: Exclude<CardChoice, 'invalid'>,
  outcome: string | null,
): CardResult => {
  if (outcome === 'failed') return AUTHENTICATION_FAILED;
  const authenticated = outcome === 'passed';
  if (choice === 'saved')
    return chargeStored(
      call.account,
      paymentMethodOf(call.account, subscriptionOf(call.account, invoice)),
      authenticated,
    );
  return askCard(choice.number, { purpose: 'payment', authenticated, once: false });
};

const submit = (call: PageCall, invoice: Invoice, form: URLSearchParams): PageAnswer => {
  const { account, id, action } = call;
  const choice = chosenCard(form);
  if (choice === 'invalid') return invoicePage(call, invoice, 'Your card number is invalid.');
  const outcome = action === 'authenticate' ? form.get('outcome') : null;
  const result = answerOf(call, invoice, choice, outcome);
  if (result.kind === 'action_required')
    return show(
      '3-D Secure',
      authenticationPage(`/i/${id}/authenticate`, { card: choice === 'saved' ? 'saved' : choice.number }),
    );
  if (result.kind === 'succeeded' && choice !== 'saved')
    replaceCard(call, invoice, choice.number, outcome === 'passed');
  payInvoice(account, invoice, { present: true, result });
  return invoicePage(call, invoice, result.kind === 'declined' ? result.message : undefined);
};

/** The hosted page of an invoice, where a customer pays it or confirms a payment with 3-D Secure. */
export const invoicePageOf = (call: PageCall): PageAnswer | undefined => {
  const invoice = call.account.find<Invoice>('invoice', call.id);
  if (!invoice || invoice.status === 'draft' || !['', 'authenticate'].includes(call.action)) return undefined;
  return call.form && invoice.status === 'open' ? submit(call, invoice, call.form) : invoicePage(call, invoice);
};
