import { screen, waitFor, within } from '@testing-library/react';
import type { Subscription } from '../../../lambdas/contract/people/billing.ts';
import { createApiStub, type ApiStub, type StubAnswer } from '../support/api-stub.ts';
import { stubWindows } from '../support/payment-window.ts';
import { renderApp, type RenderAppOptions } from '../support/render-app.tsx';
import { subscription } from '../support/subscription.ts';

const CHECK = 'POST /api/functions/check-subscription';
export const CHECKOUT = 'POST /api/functions/create-checkout';
export const PORTAL = 'POST /api/functions/customer-portal';
export const PAY_URL = 'https://pay.example/session';

/** A response that a test sends when it is ready. */
export const delayed = () => {
  let answer = (_: StubAnswer): void => undefined;
  const response = new Promise<StubAnswer>((resolve) => (answer = resolve));
  return { handler: () => response, answer };
};

/** Sets what the server knows about the user's subscription and plan. */
export const store = (api: ApiStub, now: Subscription, me: Readonly<Record<string, unknown>>): void => {
  api.on(CHECK, { body: now });
  api.on('GET /api/me', { body: { ...me, plan: now.plan } });
};

/** Renders the plans of a user with a subscription. Waits until it is loaded, unless `loaded` is false. */
export const openPlans = async (
  of: Partial<Subscription> = {},
  {
    address = '/plans',
    loaded = true,
    ...options
  }: RenderAppOptions & { readonly address?: string; readonly loaded?: boolean } = {},
) => {
  const windows = stubWindows();
  const known = subscription(of);
  const api = (options.api ?? createApiStub())
    .on(CHECK, { body: known })
    .on(CHECKOUT, { body: { url: PAY_URL } })
    .on(PORTAL, { body: { url: 'https://portal.example/session' } });
  const app = renderApp(address, { signedIn: true, me: { plan: known.plan }, ...options, api });
  await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
  const isLoading = () =>
    screen.queryAllByRole('button', { name: /^(Choose|Select) / }).some((one) => one.matches(':disabled'));
  if (loaded) await waitFor(() => expect(isLoading()).toBe(false));
  const button = (name: string) => screen.findByRole('button', { name });
  const press = async (name: string) => app.user.click(await button(name));
  return {
    ...app,
    windows,
    button,
    press,
    /** The part of the screen about a plan. */
    plan: (name: string) =>
      within(screen.getByRole('heading', { level: 2, name }).closest('li') ?? document.createElement('li')),
    /** The calls of an endpoint, in order. */
    calls: (route: string) =>
      api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route),
    checks: () => api.requests.filter(({ url }) => url.endsWith('/check-subscription')).length,
  };
};
