import { act, screen, within } from '@testing-library/react';
import { platform } from '../../../web/src/lib/platform.ts';
import { playTotals, streams } from '../../support/screens/delivery/play-statistics.ts';
import { platformStats } from '../../support/screens/platform-stats.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentView } from '../support/content-view.ts';
import { renderApp, type RenderAppOptions } from '../support/render-app.tsx';
import { paid, subscription } from '../support/subscription.ts';

const admin: RenderAppOptions = { signedIn: true, me: { role: 'admin' } };
const noItems = { body: { items: [], next_cursor: null } };
const emptyContent = () =>
  createApiStub()
    .on('GET /api/openapi.json', { body: { openapi: '3.1.0', paths: {} } })
    .on('GET /api/admin/content', noItems)
    .on('GET /api/admin/stats', { body: platformStats })
    .on('GET /api/admin/plays', { body: playTotals(contentView().id) })
    .on('GET /api/admin/streams', { body: streams() });

describe('every screen', () => {
  it.each([
    ['/', 'Every track and every film, on a stage of your own', {}],
    ['/auth', 'Welcome to Soundstage', {}],
    ['/auth?tab=sign-up', 'Welcome to Soundstage', {}],
    ['/auth?confirm=true#user=u%40example.com&code=1', 'Confirm your email', {}],
    ['/auth?reset=true#user=u%40example.com&code=1', 'Choose a new password', {}],
    ['/privacy', 'Privacy Policy', {}],
    ['/terms', 'Terms of Use', {}],
    ['/about', 'About Soundstage', {}],
    ['/support', 'Support', {}],
    ['/api-access', 'API Access', {}],
    ['/why-choose-us/business', 'Your media house, under your own roof', { signedIn: true }],
    ['/why-choose-us/creator', 'Your work, seen and heard as you made it', { signedIn: true }],
    ['/no/such/page', 'Oops! Page not found', {}],
    ['/plans', 'Choose your plan', { signedIn: true }],
    ['/billing/return?canceled=1', 'Checkout canceled', { signedIn: true }],
    ['/streaming', 'Discover Amazing Content', { signedIn: true }],
    ['/admin/content', 'Access Denied', { signedIn: true }],
    ['/admin', 'Dashboard', { ...admin }],
    ['/admin', 'Content Management', { signedIn: true, me: { role: 'moderator' } }],
    ['/admin/dashboard', 'Access Denied', { signedIn: true, me: { role: 'moderator' } }],
    ['/admin/search', 'Search', { ...admin }],
    ['/admin/content', 'Content Management', { ...admin }],
    ['/admin/nothing', 'Oops! Page not found', { ...admin }],
  ] as const)('%s has one main landmark, the heading %s and no axe violations', async (address, heading, options) => {
    renderApp(address, { ...options, api: emptyContent() });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).not.toBe('');
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the landing page', () => {
  it('links visitors to sign-in and sign-up', async () => {
    renderApp('/');
    expect(await screen.findByRole('link', { name: 'Start Streaming Free' })).toHaveAttribute(
      'href',
      '/auth?tab=sign-up',
    );
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
    expect(screen.getAllByRole('link', { name: 'Get Started' })[0]).toHaveAttribute('href', '/auth?tab=sign-up');
    expect(screen.getByRole('link', { name: 'Explore Content' })).toHaveAttribute('href', '/streaming');
    expect(screen.getByRole('link', { name: 'Start Your Free Trial' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View Demo' })).toHaveAttribute('href', '/streaming');
  });

  it('shows the actions of signed-in users', async () => {
    renderApp('/', { signedIn: true });
    expect(await screen.findByText('Welcome back')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/streaming');
    expect(screen.getAllByRole('link', { name: 'Go to Dashboard' })).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Sign In' })).not.toBeInTheDocument();
  });

  it('shows the four plans with their prices', async () => {
    renderApp('/');
    const plans = await screen.findByRole('list', { name: 'Plans' });
    for (const text of [
      'Free',
      '$0',
      'Premium',
      '$19.99',
      'Creator Pro',
      '$149.99',
      'Business Enterprise',
      '$299.99',
      'Unlimited storage',
    ]) {
      expect(within(plans).getByText(text)).toBeInTheDocument();
    }
  });
});

describe('the plans', () => {
  it("mark the user's current plan and link to the catalog", async () => {
    const api = createApiStub().on('POST /api/functions/check-subscription', { body: paid('premium') });
    renderApp('/plans', { signedIn: true, me: { plan: 'premium' }, api });
    const current = await screen.findByRole('button', { name: 'Current Plan' });
    expect(current).toBeDisabled();
    expect(
      within(current.closest('li') ?? document.body).getByRole('heading', { name: 'Premium' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue with Free Account' })).toHaveAttribute('href', '/streaming');
  });
});

describe('navigation between screens', () => {
  it('focuses the heading and announces the page, but not on the first load', async () => {
    const { user } = renderApp('/privacy');
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
    for (const status of screen.getAllByRole('status')) expect(status).toBeEmptyDOMElement();
    await user.click(screen.getByRole('link', { name: 'Sign In' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Welcome to Soundstage' });
    await screen.findByText('Sign In · Soundstage', { selector: '[role=status]' });
    expect(heading).toHaveFocus();
  });

  it('offers a skip link as the first tab stop', async () => {
    const { user } = renderApp('/privacy');
    await screen.findByRole('heading', { level: 1 });
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('cycles through the themes and stores the choice', async () => {
    const { user } = renderApp('/privacy');
    await user.click(await screen.findByRole('button', { name: 'Theme: system. Change to light' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    await user.click(screen.getByRole('button', { name: 'Theme: light. Change to dark' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(localStorage.getItem('soundstage.theme')).toBe('dark');
  });
});

describe('the plans screen', () => {
  const before = platform.get();
  afterEach(() => act(() => platform.set(before)));

  const buyingOff = ['POST /api/functions/check-subscription', { body: subscription({ buying: 'off' }) }] as const;

  it('says whom to ask for another plan while plans cannot be bought', async () => {
    const api = createApiStub().on(...buyingOff);
    renderApp('/plans', { signedIn: true, api });
    expect(await screen.findByText("Plans can't be bought here at the moment.")).toBeVisible();
    expect(await screen.findByText('To change your plan, ask the person who runs Soundstage.')).toBeVisible();
    act(() => platform.set({ ...before, planContact: 'plans@example.com' }));
    expect(screen.getByRole('link', { name: 'plans@example.com' })).toHaveAttribute('href', 'mailto:plans@example.com');
    act(() => platform.set({ ...before, planContact: 'https://example.com/plans' }));
    expect(screen.getByRole('link', { name: 'https://example.com/plans' })).toHaveAttribute(
      'href',
      'https://example.com/plans',
    );
    // Never a script, and no link for a name.
    act(() => platform.set({ ...before, planContact: 'javascript:alert(1)' }));
    expect(screen.queryByRole('link', { name: /alert/ })).not.toBeInTheDocument();
    expect(screen.getByText(/contact javascript:alert\(1\)/)).toBeVisible();
  });
});
