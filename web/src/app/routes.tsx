import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router';
import { RequireRole, RequireUser } from '../core/auth/guards.tsx';
import { paths } from '../core/paths.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { NotFoundScreen, RouteErrorScreen } from './error-screens.tsx';
import { RootLayout } from './root-layout.tsx';
import { appTexts } from './texts.ts';

/** A component of a chunk of its own that is fetched when it is rendered, so after the guard around it. */
const lazyComponent = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const AdminLayout = lazyComponent(() => import('../areas/admin/admin-layout.tsx'), 'AdminLayout');
const ContentScreen = lazyComponent(() => import('../areas/admin/content-screen.tsx'), 'ContentScreen');
const AdminNotFoundScreen = lazyComponent(() => import('../areas/admin/not-found-screen.tsx'), 'AdminNotFoundScreen');

/** Every address of the application, anew for each router, which writes into what it is given. Guards are components, because a role may change while a screen is open. */
export const createRoutes = (): RouteObject[] => [
  {
    element: <RootLayout />,
    hydrateFallbackElement: <LoadingState label={appTexts.loading} />,
    errorElement: <RouteErrorScreen />,
    children: [
      {
        lazy: { Component: async () => (await import('../areas/visitor/visitor-layout.tsx')).VisitorLayout },
        errorElement: <RouteErrorScreen />,
        children: [
          { path: paths.home, lazy: { Component: async () => (await import('../areas/visitor/landing-screen.tsx')).LandingScreen } },
          { path: paths.auth, lazy: { Component: async () => (await import('../areas/visitor/auth-screen.tsx')).AuthScreen } },
          { path: paths.privacy, lazy: { Component: async () => (await import('../areas/visitor/privacy-screen.tsx')).PrivacyScreen } },
        ],
      },
      {
        element: (
          <RequireUser>
            <Outlet />
          </RequireUser>
        ),
        errorElement: <RouteErrorScreen />,
        children: [
          {
            lazy: { Component: async () => (await import('../areas/listener/listener-layout.tsx')).ListenerLayout },
            children: [
              { path: paths.plans, lazy: { Component: async () => (await import('../areas/listener/plans-screen.tsx')).PlansScreen } },
              { path: paths.streaming, lazy: { Component: async () => (await import('../areas/listener/streaming-screen.tsx')).StreamingScreen } },
              { path: paths.playlist, lazy: { Component: async () => (await import('../areas/listener/playlist-screen.tsx')).PlaylistScreen } },
            ],
          },
        ],
      },
      {
        path: paths.admin,
        element: (
          <RequireRole roles={['admin', 'moderator']}>
            <Suspense fallback={<LoadingState label={appTexts.loading} />}>
              <AdminLayout />
            </Suspense>
          </RequireRole>
        ),
        errorElement: <RouteErrorScreen />,
        children: [
          { index: true, element: <Navigate to={paths.adminContent} replace /> },
          { path: paths.adminContent, element: <ContentScreen /> },
          { path: '*', element: <AdminNotFoundScreen /> },
        ],
      },
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
];
