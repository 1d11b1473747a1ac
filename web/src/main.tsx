import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ConfigErrorScreen } from './app/error-screens.tsx';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { createServices } from './app/services.ts';
import { retryForever } from './lib/backoff.ts';
import { systemClock } from './lib/clock.ts';
import { loadConfig } from './lib/config.ts';
import { readPlatform, restorePlatform } from './lib/platform-settings.ts';
import { tabStore } from './lib/storage.ts';
import { whenIdle } from './lib/when-idle.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root element');
const root = createRoot(container);
// Created before the configuration arrives, so that the router already downloads the first screen.
const router = createBrowserRouter(createRoutes());

// index.html counts failed downloads until the application has started.
tabStore.remove('soundstage.load-failures');
restorePlatform();

const start = async () => {
  const config = await retryForever(
    () => loadConfig(),
    systemClock,
    (error) => {
      console.error(error);
      root.render(<ConfigErrorScreen error={error} />);
    },
  );
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
