import { money } from '../billing/subscriptions.ts';
import { scheduledPrice } from '../billing/schedules.ts';
import { paymentMethodOf } from '../billing/cards.ts';
import { previewInvoice } from '../billing/preview.ts';
import type {
  Customer,
  Invoice,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Subscription,
} from '../types.ts';
import { type PageAnswer, type PageCall, redirect, show } from './answers.ts';
import { authenticationPage, cardFields } from './card-form.ts';
import { type Html, html } from './html.ts';
import {
  cancelPlan,
  changePlan,
  isDowngrade,
  isScheduled,
  keepPlan,
  replaceCard,
  resumePlan,
} from './portal-actions.ts';

/** A portal session and what it shows. */
export interface Portal {
  readonly call: PageCall;
  readonly session: PortalSession;
  readonly configuration: PortalConfiguration;
  readonly customer: Customer;
}

const dateOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const priceName = ({ call: { account } }: Portal, price: Price): string =>
  String(account.find('product', price.product)?.['name'] ?? price.id);

const priceText = (price: Price): string =>
  `${money(price.unit_amount, price.currency)} per ${price.recurring?.interval ?? 'month'}`;

const subscriptionsOf = ({ call: { account }, customer }: Portal): Subscription[] =>
  account
    .list<Subscription>('subscription')
    .filter((one) => one.customer === customer.id && one.ended_at === null && one.status !== 'incomplete_expired');

/** The prices that a customer may switch to. */
const choicesOf = ({ call: { account }, configuration }: Portal, current: Price): Price[] =>
  (configuration.features.subscription_update.products ?? [])
    .flatMap(({ prices }) => prices)
    .flatMap((id) => account.find<Price>('price', id) ?? [])
    .filter((price) => price.active && price.id !== current.id)
    .sort((a, b) => a.unit_amount - b.unit_amount);

const pathOf = ({ session }: Portal, action = ''): string => `/p/session/${session.id}${action && `/${action}`}`;

const stateOf = (portal: Portal, subscription: Subscription): Html => {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  const scheduled = scheduledPrice(portal.call.account, subscription);
  if (subscription.cancel_at !== null) return html`<p>Your plan ends on ${dateOf(subscription.cancel_at)}.</p>`;
  if (scheduled) return html`<p>Changes to ${priceName(portal, scheduled)} on ${dateOf(end)}.</p>`;
  if (subscription.status === 'trialing') return html`<p>Trial until ${dateOf(subscription.trial_end ?? end)}.</p>`;
  if (subscription.status === 'past_due')
    return html`<p class="alert" role="alert">Your last payment failed. Pay the open invoice below.</p>`;
  return html`<p>Renews on ${dateOf(end)}.</p>`;
};

const planCard = (portal: Portal, subscription: Subscription): Html => {
  const { configuration, call } = portal;
  const [item] = subscription.items.data;
  if (!item) return html``;
  const { subscription_update: updates, subscription_cancel: cancels } = configuration.features;
  const hidden = html`<input type="hidden" name="subscription" value="${subscription.id}" />`;
  const scheduled = scheduledPrice(call.account, subscription);
  return html`<section class="card" aria-label="Current plan">
    <h2>${priceName(portal, item.price)}</h2>
    <p class="dim">${priceText(item.price)} · ${subscription.status.replace('_', ' ')}</p>
    ${stateOf(portal, subscription)}
    ${
      updates.enabled &&
      choicesOf(portal, item.price).map(
        (price) =>
          html`<form method="get" action="${pathOf(portal, 'switch')}">
            ${hidden} <input type="hidden" name="price" value="${price.id}" />
            <p><button class="quiet">Switch to ${priceName(portal, price)}</button> ${priceText(price)}</p>
          </form>`,
      )
    }
    ${
      scheduled &&
      html`<form method="post" action="${pathOf(portal, 'keep')}">${hidden} <button>Keep current plan</button></form>`
    }
    ${
      subscription.cancel_at !== null &&
      html`<form method="post" action="${pathOf(portal, 'resume')}">${hidden} <button>Resume plan</button></form>`
    }
    ${
      cancels.enabled &&
      subscription.cancel_at === null &&
      html`<form method="get" action="${pathOf(portal, 'cancel')}">
        ${hidden} <button class="quiet">Cancel plan</button>
      </form>`
    }
  </section>`;
};

const methodCard = (portal: Portal): Html => {
  const { account } = portal.call;
  const [subscription] = subscriptionsOf(portal);
  const id = subscription
    ? paymentMethodOf(account, subscription)
    : portal.customer.invoice_settings.default_payment_method;
  const method = account.find<PaymentMethod>('payment_method', id);
  return html`<section class="card" aria-label="Payment method">
    <h2>Payment method</h2>
    <p>${method ? `${method.card.brand} ending in ${method.card.last4}` : 'No card'}</p>
    ${
      portal.configuration.features.payment_method_update.enabled &&
      html`<a class="button quiet" href="${pathOf(portal, 'card')}">Change card</a>`
    }
  </section>`;
};

const invoiceCard = ({ call: { account }, customer }: Portal): Html =>
  html`<section class="card">
    <table>
      <caption>
        Invoices
      </caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" class="number">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${account
          .list<Invoice>('invoice')
          .filter((invoice) => invoice.customer === customer.id && invoice.status !== 'draft')
          .map(
            (invoice) =>
              html`<tr>
                <td><a href="${invoice.hosted_invoice_url}">${dateOf(invoice.created)}, ${invoice.number}</a></td>
                <td>${invoice.status}</td>
                <td class="number">${money(invoice.total, invoice.currency)}</td>
              </tr>`,
          )}
      </tbody>
    </table>
  </section>`;

const returnLink = ({ session }: Portal): Html =>
  html`${session.return_url && html`<p><a href="${session.return_url}">Return to Soundstage</a></p>`}`;

const homePage = (portal: Portal): PageAnswer =>
  show(
    'Billing',
    html`${returnLink(portal)}
      <h1>Manage your billing</h1>
      <p class="dim">${portal.customer.email}</p>
      ${subscriptionsOf(portal).map((subscription) => planCard(portal, subscription))}
      ${subscriptionsOf(portal).length === 0 && html`<p>You have no plan.</p>`} ${methodCard(portal)}
      ${portal.configuration.features.invoice_history.enabled && invoiceCard(portal)}`,
  );

/** Where a flow ends. */
const afterFlow = (portal: Portal): PageAnswer => {
  const after = portal.session.flow?.after_completion;
  if (after?.type === 'redirect' && after.redirect) return redirect(after.redirect.return_url);
  if (after?.type === 'hosted_confirmation')
    return show(
      'Done',
      html`${returnLink(portal)}
        <h1>Your change is saved</h1>`,
    );
  return redirect(pathOf(portal));
};

const flowTargets = ({ session }: Portal): (string | null)[] => [
  session.flow?.after_completion.redirect?.return_url ?? null,
];

const confirmSwitch = (portal: Portal, subscription: Subscription, price: Price): PageAnswer => {
  const { call, configuration } = portal;
  const [item] = subscription.items.data;
  if (!item) return homePage(portal);
  const update = configuration.features.subscription_update;
  const later = isScheduled(configuration, item.price, price);
  const preview = previewInvoice(
    call.account,
    subscription,
    [{ item, price, quantity: item.quantity }],
    later ? 'none' : update.proration_behavior,
  );
  const when = later
    ? `The change takes effect on ${dateOf(item.current_period_end)}.`
    : `The change takes effect now. Your next invoice is ${money(preview.total, preview.currency)}.`;
  const title = isDowngrade(item.price, price) ? 'Confirm your downgrade' : 'Confirm your upgrade';
  return show(
    title,
    html`${returnLink(portal)}
      <h1>${title}</h1>
      <section class="card">
        <p>From ${priceName(portal, item.price)}, ${priceText(item.price)}</p>
        <p>To ${priceName(portal, price)}, ${priceText(price)}</p>
        <p class="dim">${when}</p>
        <form method="post" action="${pathOf(portal, 'switch')}">
          <input type="hidden" name="subscription" value="${subscription.id}" />
          <input type="hidden" name="price" value="${price.id}" />
          <button>Confirm</button> <a class="button quiet" href="${pathOf(portal)}?home=1">Go back</a>
        </form>
      </section>`,
    flowTargets(portal),
  );
};

const confirmCancel = (portal: Portal, subscription: Subscription): PageAnswer => {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  const immediately = portal.configuration.features.subscription_cancel.mode === 'immediately';
  return show(
    'Cancel plan',
    html`${returnLink(portal)}
      <h1>Cancel your plan</h1>
      <section class="card">
        <p>${immediately ? 'Your plan ends now.' : `Your plan stays available until ${dateOf(end)}.`}</p>
        <form method="post" action="${pathOf(portal, 'cancel')}">
          <input type="hidden" name="subscription" value="${subscription.id}" />
          <button>Cancel plan</button> <a class="button quiet" href="${pathOf(portal)}?home=1">Go back</a>
        </form>
      </section>`,
    flowTargets(portal),
  );
};

const cardPage = (portal: Portal, problem?: string): PageAnswer =>
  show(
    'Payment method',
    html`${returnLink(portal)}
      <h1>Change your card</h1>
      ${problem && html`<p class="alert" role="alert">${problem}</p>`}
      <form class="card" method="post" action="${pathOf(portal, 'card')}">
        ${cardFields()} <button class="wide">Save card</button>
      </form>
      <p><a href="${pathOf(portal)}?home=1">Go back</a></p>`,
    flowTargets(portal),
    problem === undefined ? 200 : 402,
  );

/** The subscription and price that a form or a link names. They must be the customer's, and on offer. */
const namedSubscription = (portal: Portal, fields: URLSearchParams): Subscription | undefined =>
  subscriptionsOf(portal).find(({ id }) => id === fields.get('subscription'));

const namedPrice = (portal: Portal, subscription: Subscription, fields: URLSearchParams): Price | undefined => {
  const current = subscription.items.data[0]?.price;
  return current && choicesOf(portal, current).find(({ id }) => id === fields.get('price'));
};

const post = (portal: Portal, form: URLSearchParams): PageAnswer | undefined => {
  const { call, configuration, customer } = portal;
  const { features } = configuration;
  if (call.action === 'card' && features.payment_method_update.enabled) {
    const outcome = replaceCard(call.account, customer, subscriptionsOf(portal), form);
    if (outcome.kind === 'action_required')
      return show(
        '3-D Secure',
        authenticationPage(pathOf(portal, 'card'), { card: outcome.number }),
        flowTargets(portal),
      );
    return outcome.kind === 'declined' ? cardPage(portal, outcome.message) : afterFlow(portal);
  }
  const subscription = namedSubscription(portal, form);
  if (!subscription) return undefined;
  const price = namedPrice(portal, subscription, form);
  if (call.action === 'switch' && price && features.subscription_update.enabled)
    changePlan(call.account, configuration, subscription, price);
  else if (call.action === 'cancel' && features.subscription_cancel.enabled)
    cancelPlan(call.account, configuration, subscription);
  else if (call.action === 'resume') resumePlan(call.account, subscription);
  else if (call.action === 'keep') keepPlan(call.account, subscription);
  else return undefined;
  return afterFlow(portal);
};

/** What a link or a flow shows. */
const pageOf = (portal: Portal, action: string, fields: URLSearchParams): PageAnswer | undefined => {
  if (action === '') return homePage(portal);
  if (action === 'card') return cardPage(portal);
  const subscription = namedSubscription(portal, fields);
  if (!subscription) return homePage(portal);
  if (action === 'cancel') return confirmCancel(portal, subscription);
  const price = namedPrice(portal, subscription, fields);
  return action === 'switch' && price ? confirmSwitch(portal, subscription, price) : homePage(portal);
};

/** The page and the fields that the session's flow begins with. */
const flowOf = ({ flow }: PortalSession): readonly [action: string, fields: Record<string, string>] => {
  switch (flow?.type) {
    case 'payment_method_update':
      return ['card', {}];
    case 'subscription_cancel':
      return ['cancel', { subscription: flow.subscription_cancel.subscription }];
    case 'subscription_update_confirm': {
      const { subscription, items } = flow.subscription_update_confirm;
      return ['switch', { subscription, price: items[0]?.price ?? '' }];
    }
    default:
      return ['', {}];
  }
};

/** The hosted customer portal. */
export const portalPage = (call: PageCall): PageAnswer | undefined => {
  const { account, id, action, form, query } = call;
  const session = account.find<PortalSession>('billing_portal.session', id);
  const customer = account.find<Customer>('customer', session?.customer);
  const configuration = account.find<PortalConfiguration>('billing_portal.configuration', session?.configuration);
  if (!session || !configuration || !customer || customer['deleted'] === true) return undefined;
  const portal: Portal = { call, session, configuration, customer };
  if (form) return post(portal, form);
  if (action !== '' || query.has('home')) return pageOf(portal, action, query);
  const [start, fields] = flowOf(session);
  return pageOf(portal, start, new URLSearchParams(fields));
};
