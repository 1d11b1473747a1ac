import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { AppConfig } from '../../lambdas/contract/config.ts';
import { ConfigErrorScreen } from './app/error-screens.tsx';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { createServices } from './app/services.ts';
import { systemClock } from './lib/clock.ts';
import { loadConfig } from './lib/config.ts';
import { readPlatform, restorePlatform } from './lib/platform-settings.ts';
import { repeatUntilDone } from './lib/recovery.ts';
import { whenIdle } from './lib/when-idle.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root element');
const root = createRoot(container);
// Created before the configuration arrives, so that the router already downloads the first screen.
const router = createBrowserRouter(createRoutes());

restorePlatform();

/** Loads the configuration. While that fails, shows why and tries again. */
const awaitConfig = () =>
  new Promise<AppConfig>((resolve) => {
    const load = async () => {
      try {
        resolve(await loadConfig());
      } catch (error) {
        console.error(error);
        root.render(<ConfigErrorScreen error={error} />);
        throw error;
      }
    };
    load().catch(() => repeatUntilDone(load, systemClock));
  });

const start = async () => {
  const config = await awaitConfig();
  root.render(
    <StrictMode>
      <Providers services={createServices(config)}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
  // Deferred, so that they do not compete with the first screen's requests.
  setTimeout(() => void readPlatform());
  // Without this file, the page works as well. The next visit tries again.
  whenIdle(
    () => void import('./lib/service-worker.ts').then((worker) => worker.installServiceWorker()).catch(() => undefined),
  );
};
void start();
