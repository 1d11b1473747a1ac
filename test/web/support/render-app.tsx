import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Me } from '../../../lambdas/contract/people/account.ts';
import type { AppConfig } from '../../../lambdas/contract/config.ts';
import { Providers } from '../../../web/src/app/providers.tsx';
import { createRoutes } from '../../../web/src/app/routes.tsx';
import { createServices } from '../../../web/src/app/services.ts';
import { createApiStub, type ApiStub } from './api-stub.ts';
import { createFakeCognito, type FakeCognito } from './fake-cognito.ts';
import { testConfig } from '../../support/web-config.ts';
import { createManualClock } from './manual-clock.ts';

export { testConfig };

export const testPerson: Me = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'ada@example.com',
  full_name: 'Ada Listener',
  role: 'user',
  plan: 'free',
  created_at: '2026-03-04T05:06:07.000Z',
  consent: [],
};

export interface RenderAppOptions {
  readonly me?: Partial<Me>;
  readonly signedIn?: boolean;
  readonly api?: ApiStub;
  readonly cognito?: FakeCognito;
  readonly config?: Partial<AppConfig>;
  /** Ids of the content items that the user likes. */
  readonly likes?: readonly string[];
}

/** Renders the whole application at an address, over a stubbed API and a fake user pool. */
export const renderApp = (
  address: string,
  {
    me = {},
    signedIn = false,
    api = createApiStub(),
    cognito = createFakeCognito(),
    config = {},
    likes = [],
  }: RenderAppOptions = {},
) => {
  api.on('GET /api/me', { body: { ...testPerson, ...me } });
  api.on('GET /api/liked-ids', { body: { ids: likes } });
  api.on('GET /api/categories', {
    body: { items: [{ id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', name: 'Jazz', slug: 'jazz' }], next_cursor: null },
  });
  if (signedIn) cognito.token = 'access-token';
  jest.spyOn(globalThis, 'fetch').mockImplementation(api.fetch);
  const clock = createManualClock();
  const services = createServices(
    { ...testConfig, ...config },
    { clock, loadCognito: async () => cognito, hasStoredSession: () => cognito.token !== undefined },
  );
  const router = createMemoryRouter(createRoutes(), { initialEntries: [address] });
  const view = render(
    <Providers services={services}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return {
    ...view,
    user: userEvent.setup(),
    router,
    api,
    cognito,
    clock,
    services,
    path: () => router.state.location.pathname + router.state.location.search,
  };
};
