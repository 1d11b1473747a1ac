import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ConfigErrorScreen } from './app/error-screens.tsx';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { createServices } from './app/services.ts';
import { loadConfig } from './lib/config.ts';
import { readPlatform, restorePlatform } from './lib/platform-settings.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root element');
const root = createRoot(container);
// Created before the configuration arrives, so that the router already downloads the first screen.
const router = createBrowserRouter(createRoutes());

restorePlatform();
loadConfig().then(
  (config) => {
    root.render(
      <StrictMode>
        <Providers services={createServices(config)}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    );
    // Deferred, so that it does not compete with the first screen's requests.
    setTimeout(() => void readPlatform());
  },
  (error: unknown) => {
    console.error(error);
    root.render(<ConfigErrorScreen />);
  },
);
