import { act, screen, waitFor, within } from '@testing-library/react';
import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { testPerson } from '../support/render-app.tsx';
import { invoice, paid, paidBelowGiven, PERIOD_END, subscription } from '../support/subscription.ts';
import { delayed, openPlans, PORTAL, store } from './open-plans.ts';

afterEach(() => jest.restoreAllMocks());

const history = () => createApiStub().on('GET /api/watch-history', { body: { items: [], next_cursor: null } });

/** Opens the profile of a user with a subscription. */
const openProfile = async (of: Subscription) => {
  const app = await openPlans(of, { api: history() });
  await app.user.click(screen.getByRole('button', { name: 'Profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Profile' }));
  const section = within(await dialog.findByRole('region', { name: 'Plan and billing' }));
  return { ...app, dialog, section };
};
const factOf = (section: ReturnType<typeof within>, name: string) =>
  section.getByText(name, { selector: 'dt' }).nextElementSibling;

describe('plan and billing in the profile', () => {
  it('shows the plan, the next payment and the invoices', async () => {
    const { section, user } = await openProfile(
      paid('premium', {
        invoices: [
          invoice(),
          invoice({ id: 'in_2', status: 'open', created_at: '2026-10-03T12:00:00.000Z', amount: 1990, url: null }),
        ],
      }),
    );
    expect(await section.findByRole('link', { name: 'Change plan' })).toHaveAttribute('href', '/plans');
    expect(factOf(section, 'Plan')).toHaveTextContent('Premium');
    expect(factOf(section, 'Next payment')).toHaveTextContent('$19.99 on December 3, 2026');
    expect(section.getByText('List price; changes and tax are extra.')).toBeVisible();
    await user.click(section.getByText('Invoices (2)'));
    const link = section.getByRole('link', { name: 'Invoice of Nov 3, 2026, $19.99' });
    expect(link).toHaveAttribute('href', 'https://invoice.stripe.com/i/in_1');
    expect(link).toHaveAttribute('target', '_blank');
    expect(section.getByText('Invoice of Oct 3, 2026, $19.90')).toBeVisible();
    expect(section.getByText('Open')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the payment that is due before a later end', async () => {
    const { section } = await openProfile(paid('premium', { cancels_at: '2027-01-20T12:00:00.000Z' }));
    await section.findByText('Until');
    expect(factOf(section, 'Until')).toHaveTextContent('January 20, 2027');
    expect(factOf(section, 'Next payment')).toHaveTextContent('$19.99 on December 3, 2026');
  });

  it('opens the portal in a new tab, and shows what was changed there', async () => {
    const { section, user, api, windows, calls } = await openProfile(paid('premium'));
    const portal = delayed();
    api.on(PORTAL, portal.handler);
    await user.click(await section.findByRole('button', { name: 'Manage subscription' }));
    expect(windows.calls).toEqual([['', '_blank', '']]);
    expect(section.getByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-busy', 'true');
    portal.answer({ body: { url: 'https://portal.example/session' } });
    await waitFor(() =>
      expect(windows.opened[0]?.location.replace).toHaveBeenCalledWith('https://portal.example/session'),
    );
    expect(calls(PORTAL)).toHaveLength(1);
    store(api, paid('premium', { cancels_at: PERIOD_END, next_payment: null }), testPerson);
    await act(async () => void window.dispatchEvent(new Event('focus')));
    expect(await section.findByRole('button', { name: 'Resume plan' })).toBeEnabled();
    expect(factOf(section, 'Until')).toHaveTextContent('December 3, 2026');
    expect(section.queryByText('Next payment')).not.toBeInTheDocument();
    // The screen below shows the same change: one notification for both.
    expect(await screen.findAllByText('Plan Updated', { selector: '[data-toast] *' })).toHaveLength(1);
  });

  it('of a user without a subscription leads to the plans, which closes the profile', async () => {
    const { section, user } = await openProfile(subscription());
    expect(await section.findByText('None')).toBeVisible();
    expect(section.queryByText('List price; changes and tax are extra.')).not.toBeInTheDocument();
    expect(section.queryByRole('button', { name: 'Manage subscription' })).not.toBeInTheDocument();
    expect(section.queryByText(/^Invoices/)).not.toBeInTheDocument();
    await user.click(section.getByRole('link', { name: 'Change plan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('says that a plan is complimentary', async () => {
    const { section } = await openProfile(
      subscription({ subscribed: true, subscription_tier: 'creator', plan: 'creator', source: 'complimentary' }),
    );
    expect(await section.findByText('Complimentary')).toBeVisible();
    expect(factOf(section, 'Next payment')).toHaveTextContent('None');
  });

  it('says when a subscription below a complimentary plan ends', async () => {
    const { section } = await openProfile(paidBelowGiven({ cancels_at: PERIOD_END, next_payment: null }));
    expect(await section.findByText('Your Premium plan ends on December 3, 2026')).toBeVisible();
    expect(factOf(section, 'Plan')).toHaveTextContent('Business Enterprise');
    expect(factOf(section, 'Subscription ends')).toHaveTextContent('December 3, 2026');
    expect(section.queryByText('Until')).not.toBeInTheDocument();
  });

  it.each([
    ['Confirm payment', paid('premium', { next: { action: 'confirm_payment', url: 'https://pay.example/next' } })],
    ['Update card', paid('premium', { state: 'past_due', next: { action: 'update_card', pay_url: null } })],
  ])('offers %s', async (name, of) => {
    const { section } = await openProfile(of);
    expect(await section.findByRole('button', { name })).toBeEnabled();
  });

  it('leaves the rest of the profile usable when the subscription could not be loaded', async () => {
    const api = history();
    const opened = openPlans({}, { api });
    api.on('POST /api/functions/check-subscription', {
      status: 409,
      body: { code: 'invalid_state', title: 'Payments are unavailable right now.' },
    });
    const { user } = await opened;
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Profile' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Payments are unavailable right now.');
    expect(dialog.getByLabelText('Full Name')).toBeEnabled();
    expect(await axeViolations()).toEqual([]);
  });
});
