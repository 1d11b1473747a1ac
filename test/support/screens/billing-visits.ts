import type { Page } from 'playwright-core';
import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import { subscription } from '../../web/support/subscription.ts';
import type { Visit } from './visit.ts';

const plans = { route: '/plans', who: 'listener' } as const;
const END = '2030-02-14T12:00:00.000Z';

/** A new user, who can buy every plan. */
const newUser = subscription();
const invoiceOf = (month: number, status: 'paid' | 'open'): Subscription['invoices'][number] => ({
  id: `in_${month}`,
  number: `A-000${month}`,
  created_at: `2030-0${month}-14T12:00:00.000Z`,
  amount: 1999,
  currency: 'usd',
  status,
  url: `https://invoice.stripe.com/i/in_${month}`,
});
const subscriber: Subscription = {
  ...newUser,
  subscribed: true,
  subscription_tier: 'premium',
  plan: 'premium',
  source: 'stripe',
  state: 'active',
  subscription_plan: 'premium',
  period_end: END,
  next_payment: { at: END, amount: 1999, currency: 'usd' },
  trial: { available: false, ends_at: null, rejected: false },
  invoices: [invoiceOf(2, 'open'), invoiceOf(1, 'paid')],
  manageable: true,
};

/**
 * Mocks the subscription, because the visits share an account. The user's record follows it, as it does on the server.
 */
const mock = async (page: Page, subscription: Subscription): Promise<void> => {
  await page.route('**/api/functions/check-subscription', (route) => route.fulfill({ json: subscription }));
  await page.route('**/api/me', async (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { ...((await (await route.fetch()).json()) as object), plan: subscription.plan } })
      : route.fallback(),
  );
};
const text = (page: Page, content: string) => page.getByText(content).first().waitFor();
const openSection = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  const section = page.getByRole('dialog').getByRole('region', { name: 'Plan and billing' });
  await section.getByRole('link', { name: 'Change plan' }).waitFor();
  return section;
};

const returned = {
  route: '/billing/return',
  who: 'listener',
  address: () => '/plans',
  endsAt: '/billing/return',
} as const;
/** Opens the page to which the payment page returns, in a window that stays open. */
const openReturn = async (page: Page, query: string, heading: string): Promise<void> => {
  await page.addInitScript(() => (window.close = () => undefined));
  await page.goto(new URL(`/billing/return?${query}`, page.url()).href);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
};

/** Screens about plans and payments. */
export const billingVisits: readonly Visit[] = [
  {
    name: 'plans',
    ...plans,
    address: () => '/plans',
    // The current plan is known before the subscription, which the other buttons wait for.
    show: async (page) => [
      await page.getByRole('button', { name: 'Current Plan' }).waitFor(),
      await page
        .getByRole('button', { name: /^Choose/, disabled: true })
        .first()
        .waitFor({ state: 'detached' }),
    ],
  },
  {
    name: 'plans-trial',
    ...plans,
    address: () => '/plans',
    prepare: (page) => mock(page, newUser),
    show: (page) => page.getByRole('button', { name: 'Start 7-Day Free Trial' }).waitFor(),
  },
  {
    name: 'plans-title',
    ...plans,
    address: ({ film }) => `/plans?content=${film.id}`,
    prepare: (page) => mock(page, newUser),
    show: (page, { film }) => text(page, `“${film.title}” is a premium title`),
  },
  {
    name: 'plans-canceled',
    ...plans,
    address: () => '/plans',
    prepare: (page) => mock(page, { ...subscriber, cancels_at: END }),
    show: (page) => page.getByRole('button', { name: 'Resume plan' }).waitFor(),
  },
  {
    name: 'plans-failed-payment',
    ...plans,
    address: () => '/plans',
    prepare: (page) =>
      mock(page, {
        ...subscriber,
        state: 'past_due',
        next: { action: 'update_card', pay_url: 'https://invoice.stripe.com/i/in_2' },
      }),
    show: (page) => page.getByRole('button', { name: 'Pay now' }).waitFor(),
  },
  {
    name: 'plans-off',
    ...plans,
    address: () => '/plans',
    prepare: (page) => mock(page, { ...newUser, buying: 'off' }),
    show: (page) => text(page, "Plans can't be bought here at the moment."),
  },
  {
    name: 'plans-unavailable',
    ...plans,
    address: () => '/plans',
    prepare: (page) =>
      page.route('**/api/functions/check-subscription', (route) => route.abort('internetdisconnected')),
    show: (page) => page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'profile-billing',
    route: '/streaming',
    who: 'listener',
    overlay: 'features/profile/profile-dialog.tsx#1',
    address: () => '/streaming',
    prepare: (page) => mock(page, subscriber),
    show: async (page) => {
      const section = await openSection(page);
      await section.getByText('Invoices (2)').click();
      await section.getByRole('button', { name: 'Manage subscription' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'billing-return',
    ...returned,
    prepare: (page) => mock(page, subscriber),
    show: (page) => openReturn(page, 'session_id=cs_1', 'You have the Premium plan'),
  },
  {
    name: 'billing-return-canceled',
    ...returned,
    show: (page) => openReturn(page, 'canceled=1', 'Checkout canceled'),
  },
];
