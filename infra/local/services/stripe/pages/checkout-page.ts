import { type CheckoutEntry, completeSession, sessionLines, successUrlOf, trialEndOf } from '../billing/checkout.ts';
import { money } from '../billing/subscriptions.ts';
import type { CheckoutSession, Customer, Price } from '../types.ts';
import { type PageAnswer, type PageCall, redirect, show } from './answers.ts';
import { authenticationPage, cardFields, chosenCard } from './card-form.ts';
import { type Html, html } from './html.ts';

const dateOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const summary = ({ account }: PageCall, session: CheckoutSession): Html => {
  const trialEnd = trialEndOf(account, session);
  return html`${sessionLines(account, session).map((line) => {
    const price = line['price'] as Price;
    const amount = money(price.unit_amount * Number(line['quantity']), price.currency);
    const interval = price.recurring?.interval ?? 'month';
    return html`<h1>${trialEnd === null ? 'Subscribe to' : 'Try'} ${String(line['description'])}</h1>
      <p class="amount">${trialEnd === null ? amount : money(0, price.currency)}</p>
      <p class="dim">
        ${trialEnd === null ? `per ${interval}` : `until ${dateOf(trialEnd)}, then ${amount} per ${interval}`}
      </p>`;
  })}`;
};

/** Whether the session can be completed without a card. */
const needsCard = ({ account }: PageCall, session: CheckoutSession): boolean =>
  session.payment_method_collection === 'always' || trialEndOf(account, session) === null;

const sessionPage = (call: PageCall, session: CheckoutSession, problem?: string): PageAnswer => {
  const { account, id } = call;
  const customer = account.find<Customer>('customer', session.customer);
  const email = customer?.email ?? session.customer_email;
  const trial = trialEndOf(account, session) !== null;
  const content = html`
    ${session.cancel_url && html`<p><a href="${session.cancel_url}">Cancel and return</a></p>`}
    ${summary(call, session)} ${problem && html`<p class="alert" role="alert">${problem}</p>`}
    <form class="card" method="post" action="/c/pay/${id}">
      ${
        email
          ? html`<p>Email: <strong>${email}</strong></p>`
          : html`<label class="field">Email <input name="email" type="email" autocomplete="email" required /></label>`
      }
      ${needsCard(call, session) ? cardFields() : html`<p>You can start without a card.</p>`}
      <label class="field">Name on card <input name="name" autocomplete="off" value="${customer?.name ?? ''}" /></label>
      <button class="wide">${trial ? 'Start trial' : 'Subscribe'}</button>
    </form>
  `;
  return show('Checkout', content, [session.success_url, session.cancel_url], problem === undefined ? 200 : 402);
};

const closedPage = (session: CheckoutSession): PageAnswer =>
  session.status === 'complete'
    ? show(
        'Paid',
        html`<h1>You have already paid</h1>
          <p><a class="button" href="${successUrlOf(session)}">Return</a></p>`,
      )
    : show(
        'Expired',
        html`<h1>This page has expired</h1>
          <p>Start again from the page that brought you here.</p>
          ${session.cancel_url && html`<p><a class="button" href="${session.cancel_url}">Return</a></p>`}`,
        [],
        410,
      );

const submit = (call: PageCall, session: CheckoutSession, form: URLSearchParams): PageAnswer => {
  const { account, id, action } = call;
  const choice = needsCard(call, session) ? chosenCard(form) : undefined;
  if (choice === 'invalid' || choice === 'saved') return sessionPage(call, session, 'Your card number is invalid.');
  const outcome = form.get('outcome');
  const entry: CheckoutEntry = {
    number: choice?.number,
    email: form.get('email'),
    name: form.get('name') || null,
    ...(action === 'authenticate' && (outcome === 'passed' || outcome === 'failed') ? { authentication: outcome } : {}),
  };
  const result = completeSession(account, session, entry);
  if (result.kind === 'succeeded') return redirect(successUrlOf(session));
  if (result.kind === 'declined') return sessionPage(call, session, result.message);
  const fields = { card: choice?.number ?? '', email: entry.email ?? '', name: entry.name ?? '' };
  return show('3-D Secure', authenticationPage(`/c/pay/${id}/authenticate`, fields), [session.success_url]);
};

/** The hosted page of a checkout session. */
export const checkoutPage = (call: PageCall): PageAnswer | undefined => {
  const session = call.account.find<CheckoutSession>('checkout.session', call.id);
  if (!session || !['', 'authenticate'].includes(call.action)) return undefined;
  if (session.status !== 'open') return closedPage(session);
  return call.form ? submit(call, session, call.form) : sessionPage(call, session);
};
