import { act, screen, waitFor } from '@testing-library/react';
import { errorTable, type ErrorCode } from '../../../lambdas/contract/errors.ts';
import { contentId } from '../support/content-card.ts';
import { postReturn } from '../support/payment-window.ts';
import { testPerson } from '../support/render-app.tsx';
import { onTrial, paid, PERIOD_END, subscription } from '../support/subscription.ts';
import { CHECKOUT, delayed, openPlans, PAY_URL, PORTAL, store } from './open-plans.ts';

afterEach(() => jest.restoreAllMocks());

const problem = (code: ErrorCode) => ({
  status: errorTable[code].status,
  body: { code, title: errorTable[code].title },
});

describe('the checkout', () => {
  it('opens a window of 600 by 700 inside the click, and loads its page when the address is known', async () => {
    const { press, windows, api, button, calls } = await openPlans();
    const checkout = delayed();
    const before: number[] = [];
    api.on(CHECKOUT, () => {
      before.push(windows.opened.length);
      return checkout.handler();
    });
    await press('Choose Premium');
    expect(windows.calls).toEqual([['', 'soundstage-checkout', expect.stringMatching(/^popup,width=600,height=700,/)]]);
    const [popup] = windows.opened;
    expect(popup?.document.body.textContent).toBe('Opening the payment page...');
    expect(await button('Updating...')).toHaveAttribute('aria-busy', 'true');
    expect(await button('Choose Creator Pro')).toBeDisabled();
    await press('Updating...');
    checkout.answer({ body: { url: PAY_URL } });
    await waitFor(() => expect(popup?.location.replace.mock.calls).toEqual([[PAY_URL]]));
    expect(calls(CHECKOUT).map(({ body }) => body)).toEqual([{ planId: 'premium' }]);
    // The window was there before the request.
    expect(before).toEqual([1]);
    expect(await button('Choose Premium')).toBeEnabled();
  });

  it.each([
    ['Start 7-Day Free Trial', 'premium-trial'],
    ['Choose Creator Pro', 'creator'],
    ['Choose Business Enterprise', 'business'],
  ])('of the button %s asks for %s', async (name, planId) => {
    const { press, calls } = await openPlans();
    await press(name);
    await waitFor(() => expect(calls(CHECKOUT).map(({ body }) => body)).toEqual([{ planId }]));
  });

  it('ends with the new plan when its window returns', async () => {
    const { press, api, windows, plan, services } = await openPlans();
    await press('Start 7-Day Free Trial');
    await waitFor(() => expect(windows.opened[0]?.location.replace).toHaveBeenCalled());
    store(api, onTrial(), testPerson);
    postReturn();
    expect(await screen.findByText('Plan Updated')).toBeVisible();
    expect(screen.getByText('Your free trial of Premium runs until December 3, 2026.')).toBeVisible();
    await waitFor(() => expect(plan('Premium').getByRole('button')).toHaveTextContent('Current Plan'));
    // The rest of the application knows the plan, too.
    await waitFor(() => expect(services.queries.getQueryData(['account.get-me'])).toMatchObject({ plan: 'premium' }));
  });

  it('reads the subscription 1 s after its window was closed, then after 2, 4 … seconds', async () => {
    const { press, api, windows, clock, checks, button } = await openPlans();
    await press('Choose Premium');
    await waitFor(() => expect(windows.opened[0]?.location.replace).toHaveBeenCalled());
    const before = checks();
    await act(async () => clock.advance(30_000));
    // The window is open: its user pays.
    expect(checks()).toBe(before);
    windows.opened[0]?.close();
    const check = delayed();
    api.on('POST /api/functions/check-subscription', check.handler);
    await act(async () => clock.advance(1_000));
    expect(checks()).toBe(before);
    await act(async () => clock.advance(1_000));
    await waitFor(() => expect(checks()).toBe(before + 1));
    expect(await button('Updating...')).toBeVisible();
    expect(await button('Choose Creator Pro')).toBeEnabled();
    check.answer({ body: subscription() });
    // Nothing was bought: everything can be chosen again, while the reading continues.
    expect(await button('Choose Premium')).toBeEnabled();
    store(api, paid('premium'), testPerson);
    await act(async () => clock.advance(2_000));
    await waitFor(() => expect(checks()).toBe(before + 2));
    expect(await screen.findByText('You now have the Premium plan.')).toBeVisible();
    await act(async () => clock.advance(60_000));
    expect(checks()).toBe(before + 2);
  });

  it('still ends with the new plan when the window seemed closed for long', async () => {
    const { press, api, windows, clock, checks } = await openPlans();
    await press('Choose Premium');
    await waitFor(() => expect(windows.opened[0]?.location.replace).toHaveBeenCalled());
    // What a page with a Cross-Origin-Opener-Policy looks like.
    windows.opened[0]?.close();
    for (let second = 0; second < 120; second += 1) await act(async () => clock.advance(1_000));
    const before = checks();
    await act(async () => clock.advance(60_000));
    expect(checks()).toBe(before);
    store(api, paid('premium'), testPerson);
    await act(async () => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('You now have the Premium plan.')).toBeVisible();
  });

  it('loads in this tab when the window is blocked, and knows where to continue', async () => {
    const { press, api, windows } = await openPlans({}, { address: `/plans?content=${contentId(1)}` });
    api.on(CHECKOUT, { body: { url: 'http://localhost/#checkout' } });
    windows.block();
    await press('Choose Premium');
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(sessionStorage.getItem('soundstage.billing-return')).toBe(`/streaming?content=${contentId(1)}`);
    window.location.hash = '';
  });

  it('does not pass an old place to continue on to a new window', async () => {
    sessionStorage.setItem('soundstage.billing-return', '/history');
    const { press, windows } = await openPlans();
    await press('Choose Premium');
    await waitFor(() => expect(windows.opened).toHaveLength(1));
    expect(sessionStorage.getItem('soundstage.billing-return')).toBeNull();
  });
});

describe('Select Free Plan', () => {
  it('opens the cancellation, and says until when the plan stays', async () => {
    const { press, api, windows, calls, button } = await openPlans(paid('premium'));
    await press('Select Free Plan');
    await waitFor(() => expect(windows.opened[0]?.location.replace).toHaveBeenCalled());
    expect(windows.calls[0]?.[1]).toBe('soundstage-checkout');
    expect(calls(PORTAL).map(({ url }) => url)).toEqual(['/api/functions/customer-portal?flow=cancel']);
    store(api, paid('premium', { cancels_at: PERIOD_END }), testPerson);
    postReturn();
    expect(await screen.findByText('Plan Updated')).toBeVisible();
    expect(screen.getByText('Your Premium plan ends on December 3, 2026. You keep it until then.')).toBeVisible();
    expect(await button('Starts Dec 3, 2026')).toBeDisabled();
  });
});

describe('a checkout that fails', () => {
  it.each([
    [
      'TRIAL_ACTIVE_SUBSCRIPTION',
      'Trial Not Available',
      'You already have an active subscription. Trial is only available for new users.',
    ],
    ['TRIAL_ALREADY_USED', 'Trial Expired', 'You have already used your free trial. Please choose a paid plan.'],
  ] as const)('with %s says so, also in its window, which closes after 3 s', async (code, title, text) => {
    const { press, api, windows, clock, button } = await openPlans();
    api.on(CHECKOUT, problem(code));
    store(api, subscription({ trial: { available: false, ends_at: null, rejected: false } }), testPerson);
    await press('Start 7-Day Free Trial');
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    const [popup] = windows.opened;
    expect(popup?.document.body.textContent).toBe(text);
    act(() => clock.advance(2_999));
    expect(popup?.closed).toBe(false);
    act(() => clock.advance(1));
    expect(popup?.closed).toBe(true);
    // The screen no longer offers what the server denied.
    expect(await button('Choose Premium')).toBeEnabled();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Trial/ })).not.toBeInTheDocument());
  });

  it.each(['already_subscribed', 'checkout_in_progress', 'billing_unavailable'] as const)(
    'with %s shows its message and closes the window',
    async (code) => {
      const { press, api, windows, button } = await openPlans();
      api.on(CHECKOUT, problem(code));
      await press('Choose Premium');
      expect(await screen.findByText(errorTable[code].title)).toBeVisible();
      expect(screen.getByText('Error')).toBeVisible();
      expect(windows.opened[0]?.closed).toBe(true);
      expect(await button('Choose Premium')).toBeEnabled();
    },
  );

  it('without a message says that the selection failed', async () => {
    const { press, services } = await openPlans();
    await screen.findByRole('button', { name: 'Choose Premium' });
    jest.spyOn(services.api, 'call').mockRejectedValue(new TypeError('Failed to fetch a chunk'));
    await press('Choose Premium');
    expect(await screen.findByText('Failed to process plan selection. Please try again.')).toBeVisible();
  });

  it('because the session ended asks to sign in, and returns to the plans', async () => {
    const { press, api, windows, path, router } = await openPlans();
    api.on(CHECKOUT, problem('token_invalid'));
    await press('Choose Premium');
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(await screen.findByText('Authentication Required')).toBeVisible();
    expect(screen.getByText('Please sign in to select a plan.')).toBeVisible();
    expect(router.state.location.state).toEqual({ from: '/plans' });
    expect(windows.opened[0]?.closed).toBe(true);
  });
});
