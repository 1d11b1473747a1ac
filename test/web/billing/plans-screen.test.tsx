import { act, screen, waitFor } from '@testing-library/react';
import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import type { EngineEvents } from '../../../web/src/features/player/engine/media-engine.ts';
import { axeViolations } from '../support/axe.ts';
import { createApiStub } from '../support/api-stub.ts';
import { contentCard, contentId } from '../support/content-card.ts';
import { contentView } from '../support/content-view.ts';
import { createFakeEngine } from '../support/fake-engine.ts';
import { testPerson } from '../support/render-app.tsx';
import { onTrial, paid, paidBelowGiven, PERIOD_END, subscription } from '../support/subscription.ts';
import { CHECKOUT, delayed, openPlans, PORTAL, store } from './open-plans.ts';

jest.mock('../../../web/src/features/player/engine/load-engine.ts', () => ({
  prefetchEngine: () => undefined,
  loadMediaEngine: async (events: EngineEvents) => createFakeEngine(events),
}));

afterEach(() => jest.restoreAllMocks());

describe('the buttons of the plans', () => {
  it('offer a new user the trial and every plan', async () => {
    const { button, plan } = await openPlans();
    expect(await button('Start 7-Day Free Trial')).toBeEnabled();
    expect(plan('Free').getByRole('button')).toHaveTextContent('Current Plan');
    expect(plan('Free').getByRole('button')).toBeDisabled();
    expect(plan('Premium').getByRole('button', { name: 'Choose Premium' })).toBeEnabled();
    expect(plan('Creator Pro').getByRole('button')).toHaveTextContent('Choose Creator Pro');
    expect(plan('Business Enterprise').getByRole('button')).toHaveTextContent('Choose Business Enterprise');
    expect(await axeViolations()).toEqual([]);
  });

  it('are disabled under their own names while the subscription loads', async () => {
    const check = delayed();
    const api = createApiStub();
    const opened = openPlans({}, { api, loaded: false });
    api.on('POST /api/functions/check-subscription', check.handler);
    const { plan, button } = await opened;
    expect(await button('Current Plan')).toBeDisabled();
    expect(plan('Premium').getByRole('button', { name: 'Choose Premium' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Updating...' })).toBeNull();
    check.answer({ body: subscription() });
    await waitFor(async () => expect(await button('Choose Premium')).toBeEnabled());
  });

  it('offer a subscriber the other plans, and no trial', async () => {
    const { button, plan } = await openPlans(paid('premium'));
    expect(await button('Select Free Plan')).toBeEnabled();
    expect(plan('Premium').getByRole('button')).toHaveTextContent('Current Plan');
    expect(screen.queryByRole('button', { name: 'Start 7-Day Free Trial' })).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('say when the next plan starts', async () => {
    const { plan, button } = await openPlans(paid('creator', { next_plan: 'premium' }));
    expect(await button('Starts Dec 3, 2026')).toBeDisabled();
    expect(plan('Premium').getByRole('button')).toHaveTextContent('Starts Dec 3, 2026');
    expect(await screen.findByText('Your subscription switches to the Premium plan on December 3, 2026')).toBeVisible();
  });
});

describe('what happens next', () => {
  const notice = (title: string) => screen.findByText(title);

  it('is shown for a trial', async () => {
    await openPlans(onTrial());
    expect(await notice('Your free trial runs until December 3, 2026')).toBeVisible();
    expect(
      screen.getByText('After that, the plan costs $19.99 per month. Cancel before then to pay nothing.'),
    ).toBeVisible();
  });

  it('is explained after a trial was rejected because of its card', async () => {
    await openPlans({ state: 'canceled', trial: { available: false, ends_at: null, rejected: true } });
    expect(await notice('Your trial was not started')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Start 7-Day Free Trial' })).not.toBeInTheDocument();
  });

  it('lets a user resume a canceled plan in the portal, in a new tab', async () => {
    const { press, windows, calls, api, user } = await openPlans(paid('premium', { cancels_at: PERIOD_END }));
    expect(await notice('Your Premium plan ends on December 3, 2026')).toBeVisible();
    expect(screen.getByText('After that, you have the Free plan.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await press('Resume plan');
    expect(windows.calls).toEqual([['', '_blank', '']]);
    await waitFor(() =>
      expect(windows.opened[0]?.location.replace).toHaveBeenCalledWith('https://portal.example/session'),
    );
    expect(calls(PORTAL).map(({ url }) => url)).toEqual(['/api/functions/customer-portal']);
    store(api, paid('premium'), testPerson);
    await act(async () => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Your Premium plan continues.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resume plan' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
  });

  it('lets a user update the card after a failed payment', async () => {
    const { press, calls, windows } = await openPlans(
      paid('premium', { state: 'past_due', next: { action: 'update_card', pay_url: null } }),
    );
    expect(await notice('Your last payment failed')).toBeVisible();
    expect(screen.getByText('Update your card to keep the Premium plan.')).toBeVisible();
    await press('Update card');
    expect(calls(PORTAL).map(({ url }) => url)).toEqual(['/api/functions/customer-portal?flow=update_card']);
    expect(windows.calls[0]?.[2]).toContain('width=600,height=700');
    expect(await axeViolations()).toEqual([]);
  });

  it.each<[string, string, Partial<Subscription>]>([
    ['the end', 'After that, you have the Business Enterprise plan.', { cancels_at: PERIOD_END }],
    [
      'the trial',
      'After that, the plan costs $19.99 per month. Cancel before then to pay nothing.',
      { state: 'trialing', trial: onTrial().trial },
    ],
    [
      'a failed payment',
      'Update your card to keep the Premium plan.',
      { state: 'past_due', next: { action: 'update_card', pay_url: null } },
    ],
  ])('is about the subscription below a larger complimentary plan: %s', async (_, text, changes) => {
    await openPlans(paidBelowGiven(changes));
    expect(await notice(text)).toBeVisible();
    expect(screen.queryByText(/^Your Business Enterprise plan ends/)).not.toBeInTheDocument();
  });

  it('lets a user pay at once after a failed payment', async () => {
    const pay_url = 'https://invoice.example/in_1';
    const { press, calls, windows } = await openPlans(
      paid('premium', { state: 'past_due', next: { action: 'update_card', pay_url } }),
    );
    expect(await notice('Your last payment failed')).toBeVisible();
    await press('Pay now');
    await waitFor(() => expect(windows.opened[0]?.location.replace).toHaveBeenCalledWith(pay_url));
    expect(calls(PORTAL)).toEqual([]);
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['Confirm payment', { action: 'confirm_payment', url: 'https://pay.example/next' }],
    ['Continue checkout', { action: 'finish_checkout', url: 'https://pay.example/next', plan: 'premium' }],
  ] as const)('lets a user press %s, without another request', async (name, next) => {
    const { press, windows, calls } = await openPlans({ state: 'incomplete', next });
    await press(name);
    await waitFor(() => expect(windows.opened[0]?.location.replace).toHaveBeenCalledWith('https://pay.example/next'));
    expect([...calls(PORTAL), ...calls(CHECKOUT)]).toEqual([]);
  });

  it('says that the portal could not be opened', async () => {
    const { press, windows, api } = await openPlans(paid('premium', { cancels_at: PERIOD_END }));
    api.on(PORTAL, {
      status: 503,
      body: { code: 'billing_unavailable', title: 'Payments are unavailable right now.' },
    });
    await press('Resume plan');
    expect(await screen.findByText('Failed to open subscription management. Please try again.')).toBeVisible();
    expect(windows.opened[0]?.closed).toBe(true);
  });
});

describe('the screen without the payment service', () => {
  it('shows the plan and why nothing can be bought, and tries again', async () => {
    const api = createApiStub();
    const opened = openPlans({}, { api, me: { plan: 'premium' } });
    api.on('POST /api/functions/check-subscription', {
      status: 409,
      body: { code: 'invalid_state', title: 'Payments are unavailable right now.' },
    });
    const { plan, press, button } = await opened;
    expect(await screen.findByRole('alert')).toHaveTextContent('Payments are unavailable right now.');
    expect(plan('Premium').getByRole('button')).toHaveTextContent('Current Plan');
    expect(plan('Free').queryByRole('button')).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    store(api, paid('premium'), testPerson);
    await press('Try again');
    expect(await button('Select Free Plan')).toBeEnabled();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a premium title', () => {
  const address = `/plans?content=${contentId(1)}`;
  const title = () =>
    createApiStub()
      .on(`GET /api/content/${contentId(1)}`, { body: contentView({ id: contentId(1), title: 'Glass harbour' }) })
      .on('GET /api/content', { body: { items: [contentCard(1, { title: 'Glass harbour' })], next_cursor: null } })
      .on('GET /api/watch-history', { body: { items: [], next_cursor: null } })
      .on('POST /api/functions/get-media-url', { status: 404, body: { code: 'media_not_available', title: 'None' } });

  it('offers its plan, and opens as soon as the user has the plan', async () => {
    const { api, path, services } = await openPlans({}, { address, api: title() });
    expect(await screen.findByText('“Glass harbour” is a premium title')).toBeVisible();
    expect(screen.getByText('Choose Premium or a higher plan to play it. Afterwards you return to it.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    store(api, onTrial(), testPerson);
    await act(() => services.queries.invalidateQueries());
    await waitFor(() => expect(path()).toBe('/streaming'));
    expect(await screen.findByRole('dialog', { name: 'Media Player' })).toHaveAccessibleDescription(
      'Glass harbour by Mara Linde',
    );
  });

  it('can be played at once if the plan includes it', async () => {
    await openPlans(paid('premium'), { address, api: title() });
    expect(await screen.findByText('Your plan includes “Glass harbour”')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Play' })).toHaveAttribute('href', `/streaming?content=${contentId(1)}`);
  });

  it('that no longer exists changes nothing', async () => {
    const api = createApiStub().on(`GET /api/content/${contentId(1)}`, {
      status: 404,
      body: { code: 'content_not_found', title: 'Content not found' },
    });
    const { button } = await openPlans({}, { address, api });
    expect(await button('Choose Premium')).toBeEnabled();
    expect(screen.queryByText(/is a premium title/)).not.toBeInTheDocument();
  });
});
