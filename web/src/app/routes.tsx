import { Suspense } from 'react';
import { Outlet, useOutletContext, type RouteObject } from 'react-router';
import { RequireBrowsing, RequireRole, RequireUser } from '../core/auth/guards.tsx';
import { lazyComponent } from '../core/lazy-component.ts';
import { paths } from '../core/paths.ts';
import { LoadingState } from '../ui/feedback/loading-state.tsx';
import { NotFoundScreen, RouteErrorScreen } from './error-screens.tsx';
import { RootLayout } from './root-layout.tsx';
import { appTexts } from './texts.ts';

const AdminPart = lazyComponent(() => import('../areas/admin/routing/admin-part.tsx'), 'AdminPart');

/** Screens that require a signed-in user, inside a layout that does not. */
const SignedIn = () => {
  const context = useOutletContext();
  return (
    <RequireUser>
      <Outlet context={context} />
    </RequireUser>
  );
};

/** Screens for browsing: for anyone if the catalog is public, otherwise for signed-in users. */
const Browsing = () => {
  const context = useOutletContext();
  return (
    <RequireBrowsing>
      <Outlet context={context} />
    </RequireBrowsing>
  );
};

const visitorScreens = (): RouteObject[] => [
  {
    path: paths.home,
    lazy: { Component: async () => (await import('../areas/visitor/landing-screen.tsx')).LandingScreen },
  },
  {
    path: paths.auth,
    lazy: { Component: async () => (await import('../areas/visitor/auth-screen.tsx')).AuthScreen },
  },
  {
    path: paths.privacy,
    lazy: { Component: async () => (await import('../areas/visitor/document-screens.tsx')).PrivacyScreen },
  },
  {
    path: paths.keepAccount,
    lazy: { Component: async () => (await import('../areas/visitor/keep-account-screen.tsx')).KeepAccountScreen },
  },
  {
    path: paths.terms,
    lazy: { Component: async () => (await import('../areas/visitor/document-screens.tsx')).TermsScreen },
  },
  {
    path: paths.about,
    lazy: { Component: async () => (await import('../areas/visitor/document-screens.tsx')).AboutScreen },
  },
  {
    path: paths.support,
    lazy: { Component: async () => (await import('../areas/visitor/document-screens.tsx')).SupportScreen },
  },
  {
    path: paths.apiAccess,
    lazy: { Component: async () => (await import('../areas/visitor/api-screen.tsx')).ApiScreen },
  },
  {
    element: <SignedIn />,
    children: [
      {
        path: paths.business,
        lazy: { Component: async () => (await import('../areas/visitor/audience-screens.tsx')).BusinessScreen },
      },
      {
        path: paths.creator,
        lazy: { Component: async () => (await import('../areas/visitor/audience-screens.tsx')).CreatorScreen },
      },
    ],
  },
];

const visitorRoutes = (): RouteObject => ({
  lazy: { Component: async () => (await import('../areas/visitor/visitor-layout.tsx')).VisitorLayout },
  errorElement: <RouteErrorScreen />,
  children: [{ errorElement: <RouteErrorScreen framed />, children: visitorScreens() }],
});

const listenerRoutes = (): RouteObject => ({
  element: <Browsing />,
  errorElement: <RouteErrorScreen />,
  children: [
    {
      lazy: { Component: async () => (await import('../areas/listener/listener-layout.tsx')).ListenerLayout },
      children: [
        {
          // The layout remains when a screen throws or fails to download.
          errorElement: <RouteErrorScreen framed />,
          children: [
            {
              path: paths.streaming,
              lazy: {
                Component: async () =>
                  (await import('../areas/listener/streaming/streaming-screen.tsx')).StreamingScreen,
              },
            },
            {
              element: <SignedIn />,
              children: [
                {
                  path: paths.plans,
                  lazy: {
                    Component: async () => (await import('../areas/listener/plans/plans-screen.tsx')).PlansScreen,
                  },
                },
                {
                  path: paths.history,
                  lazy: {
                    Component: async () => (await import('../areas/listener/history/history-screen.tsx')).HistoryScreen,
                  },
                },
                {
                  path: paths.ownTitles,
                  lazy: {
                    Component: async () => (await import('../areas/listener/titles/titles-screen.tsx')).TitlesScreen,
                  },
                },
                {
                  path: paths.ownStatistics,
                  lazy: {
                    Component: async () =>
                      (await import('../areas/listener/titles/statistics-screen.tsx')).OwnStatisticsScreen,
                  },
                },
                {
                  path: paths.ownCreatorStatistics,
                  lazy: {
                    Component: async () =>
                      (await import('../areas/listener/titles/statistics-screen.tsx')).OwnCreatorStatisticsScreen,
                  },
                },
                {
                  path: paths.playlist,
                  lazy: {
                    Component: async () =>
                      (await import('../areas/listener/playlist/playlist-screen.tsx')).PlaylistScreen,
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
});

const adminScreens = (): RouteObject[] => [
  { index: true, element: <AdminPart name="index" /> },
  { path: paths.adminContent, element: <AdminPart name="content" /> },
  { path: paths.adminReviews, element: <AdminPart name="reviews" /> },
  { path: paths.adminPrivacy, element: <AdminPart name="privacy" /> },
  {
    element: <AdminPart name="adminOnly" />,
    children: [
      { path: paths.adminDashboard, element: <AdminPart name="dashboard" /> },
      { path: paths.adminSettings, element: <AdminPart name="settings" /> },
      { path: paths.adminAnalysis, element: <AdminPart name="analysisBudget" /> },
      { path: paths.adminTitleAnalysis, element: <AdminPart name="titleAnalysis" /> },
      { path: paths.adminStatistics, element: <AdminPart name="statistics" /> },
      { path: paths.adminCreatorStatistics, element: <AdminPart name="creatorStatistics" /> },
      { path: paths.adminAudit, element: <AdminPart name="audit" /> },
      { path: paths.adminSecurity, element: <AdminPart name="security" /> },
      { path: paths.adminCdnMonitor, element: <AdminPart name="cdnMonitor" /> },
      { path: paths.adminUpload, element: <AdminPart name="upload" /> },
      { path: paths.adminSearch, element: <AdminPart name="search" /> },
      { path: paths.adminUsers, element: <AdminPart name="users" /> },
      { path: paths.adminPersonPlan, element: <AdminPart name="personPlan" /> },
      { path: paths.adminPlaylists, element: <AdminPart name="playlists" /> },
      { path: paths.adminSafetyPolicy, element: <AdminPart name="safetyPolicy" /> },
    ],
  },
  { path: '*', element: <AdminPart name="notFound" /> },
];

const adminRoutes = (): RouteObject => ({
  path: paths.admin,
  element: (
    <RequireRole roles={['admin', 'moderator']}>
      <Suspense fallback={<LoadingState label={appTexts.loading} />}>
        <AdminPart name="layout" />
      </Suspense>
    </RequireRole>
  ),
  errorElement: <RouteErrorScreen />,
  children: [
    {
      // The layout remains when a screen throws or fails to download.
      errorElement: <RouteErrorScreen framed />,
      children: adminScreens(),
    },
  ],
});

/** The page to which the payment page returns, usually in a small window: without a layout. */
const returnRoutes = (): RouteObject => ({
  element: <SignedIn />,
  errorElement: <RouteErrorScreen />,
  children: [
    {
      path: paths.billingReturn,
      lazy: {
        Component: async () => (await import('../areas/listener/plans/billing-return-screen.tsx')).BillingReturnScreen,
      },
    },
  ],
});

/**
 * The route table. Returns new objects on every call, because a router modifies the objects it is given. Guards are
 * components, because a role can change while a screen is open.
 */
export const createRoutes = (): RouteObject[] => [
  {
    element: <RootLayout />,
    hydrateFallbackElement: <LoadingState label={appTexts.loading} />,
    errorElement: <RouteErrorScreen />,
    children: [
      visitorRoutes(),
      listenerRoutes(),
      returnRoutes(),
      adminRoutes(),
      { path: '*', element: <NotFoundScreen /> },
    ],
  },
];
