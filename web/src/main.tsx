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
if (!container) throw new Error('The page has no #root');
const root = createRoot(container);
// Before the configuration is there: the router fetches the code of the first screen meanwhile.
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
    // After what the first screen needs.
    setTimeout(() => void readPlatform());
  },
  (error: unknown) => {
    console.error(error);
    root.render(<ConfigErrorScreen />);
  },
);
