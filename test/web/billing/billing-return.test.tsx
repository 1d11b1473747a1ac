import { act, screen, waitFor } from '@testing-library/react';
import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import { onReturn } from '../../../web/src/features/billing/return-channel.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';
import { onTrial, paid, subscription } from '../support/subscription.ts';
import { store } from './open-plans.ts';

const PAID = '/billing/return?session_id=cs_1';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Opens the page to which the payment page returns. */
const open = (address: string, now: Subscription) => {
  const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
  const api = createApiStub();
  const app = renderApp(address, { signedIn: true, api, me: { plan: now.plan } });
  store(api, now, testPerson);
  return { ...app, api, close };
};

let returned: jest.Mock;
let stopListening: () => void;
beforeEach(() => {
  returned = jest.fn();
  stopListening = onReturn(returned);
});
afterEach(() => {
  stopListening();
  jest.restoreAllMocks();
});

describe('the page to which the payment page returns', () => {
  it.each([
    ['a purchase', PAID, paid('creator'), 'You have the Creator Pro plan'],
    ['a trial', PAID, onTrial(), 'You have the Premium plan'],
    ['the portal', '/billing/return?portal=1', paid('premium'), 'Your subscription is up to date'],
    ['a canceled checkout', '/billing/return?canceled=1', subscription(), 'Checkout canceled'],
  ])('shows the outcome of %s, notifies other windows and closes', async (_, address, now, title) => {
    const { close, clock } = open(address, now);
    expect(await heading(title)).toBeVisible();
    expect(screen.getByText(/This window closes automatically\.$/)).toBeVisible();
    await waitFor(() => expect(returned).toHaveBeenCalled());
    expect(await axeViolations()).toEqual([]);
    act(() => clock.advance(1_999));
    expect(close).not.toHaveBeenCalled();
    act(() => clock.advance(1));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('can be closed at once, and leads to the plans if the browser keeps it open', async () => {
    const { user, close, clock, path } = open(PAID, paid('premium'));
    await user.click(await screen.findByRole('button', { name: 'Close window' }));
    expect(close).toHaveBeenCalledTimes(1);
    act(() => clock.advance(2_000));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(path()).toBe('/plans'));
  });

  it('reads until the payment is confirmed', async () => {
    const { api, clock, close } = open(PAID, subscription());
    expect(await heading('Checking your payment...')).toBeVisible();
    const checks = () => api.requests.filter(({ url }) => url.endsWith('/check-subscription')).length;
    await waitFor(() => expect(checks()).toBe(1));
    await act(async () => clock.advance(1_000));
    await waitFor(() => expect(checks()).toBe(2));
    expect(close).not.toHaveBeenCalled();
    store(api, paid('premium'), testPerson);
    await act(async () => clock.advance(2_000));
    expect(await heading('You have the Premium plan')).toBeVisible();
    act(() => clock.advance(2_000));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('says after a minute that the payment is not confirmed yet, and stays open', async () => {
    const { clock, close } = open(PAID, subscription());
    await heading('Checking your payment...');
    await screen.findByText('This takes a moment.');
    for (let second = 0; second < 61; second += 1) await act(async () => clock.advance(1_000));
    expect(await heading("Your payment isn't confirmed yet")).toBeVisible();
    expect(close).not.toHaveBeenCalled();
    expect(await axeViolations()).toEqual([]);
  });

  it('says that the trial was rejected, stays open, and still sees a purchase', async () => {
    const trial = { available: false, ends_at: null, rejected: true };
    const { api, clock, close } = open(PAID, subscription({ state: 'canceled', trial }));
    expect(await heading('Your trial was not started')).toBeVisible();
    await act(async () => clock.advance(1_000));
    expect(close).not.toHaveBeenCalled();
    store(api, paid('premium', { trial }), testPerson);
    await act(async () => clock.advance(2_000));
    expect(await heading('You have the Premium plan')).toBeVisible();
  });

  it('says that the plan could not be checked, and tries again', async () => {
    const { api, user } = open(PAID, subscription());
    api.on('POST /api/functions/check-subscription', {
      status: 409,
      body: { code: 'invalid_state', title: 'Payments are unavailable right now.' },
    });
    expect(await heading("Your plan couldn't be checked")).toBeVisible();
    store(api, paid('premium'), testPerson);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('You have the Premium plan')).toBeVisible();
  });

  it('returns to where the user was, in a tab that was led to the payment page', async () => {
    sessionStorage.setItem('soundstage.billing-return', '/streaming?view=liked');
    const { api, clock, close, path } = open(PAID, paid('premium'));
    api.on('GET /api/likes', { body: { items: [], next_cursor: null } });
    expect(await heading('You have the Premium plan')).toBeVisible();
    act(() => clock.advance(2_000));
    await waitFor(() => expect(path()).toBe('/streaming?view=liked'));
    expect(close).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('soundstage.billing-return')).toBeNull();
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example'])(
    'never continues at another site: %s',
    async (address) => {
      sessionStorage.setItem('soundstage.billing-return', address);
      const { close, clock, path } = open(PAID, paid('premium'));
      await heading('You have the Premium plan');
      act(() => clock.advance(2_000));
      expect(close).toHaveBeenCalledTimes(1);
      expect(path()).toBe(PAID);
    },
  );

  it('needs a signed-in user', async () => {
    const { path, router } = renderApp(PAID);
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(router.state.location.state).toEqual({ from: PAID });
  });
});
