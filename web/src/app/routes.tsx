import { lazy, Suspense, type ComponentType } from 'react';
import { Outlet, useOutletContext, type RouteObject } from 'react-router';
import { RequireBrowsing, RequireRole, RequireUser } from '../core/auth/guards.tsx';
import { paths } from '../core/paths.ts';
import { LoadingState } from '../ui/feedback/loading-state.tsx';
import { NotFoundScreen, RouteErrorScreen } from './error-screens.tsx';
import { RootLayout } from './root-layout.tsx';
import { appTexts } from './texts.ts';

/** A component in its own chunk, downloaded when it first renders, only after its guard admits the user. */
const lazyComponent = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

const AdminLayout = lazyComponent(() => import('../areas/admin/admin-layout.tsx'), 'AdminLayout');
const AdminIndex = lazyComponent(() => import('../areas/admin/admin-index.tsx'), 'AdminIndex');
const AdminOnly = lazyComponent(() => import('../areas/admin/admin-only.tsx'), 'AdminOnly');
const DashboardScreen = lazyComponent(() => import('../areas/admin/dashboard-screen.tsx'), 'DashboardScreen');
const AnalysisBudgetScreen = lazyComponent(
  () => import('../areas/admin/analysis-budget-screen.tsx'),
  'AnalysisBudgetScreen',
);
const TitleAnalysisScreen = lazyComponent(
  () => import('../areas/admin/title-analysis-screen.tsx'),
  'TitleAnalysisScreen',
);
const SettingsScreen = lazyComponent(() => import('../areas/admin/settings-screen.tsx'), 'SettingsScreen');
const AuditScreen = lazyComponent(() => import('../areas/admin/audit-screen.tsx'), 'AuditScreen');
const SecurityScreen = lazyComponent(() => import('../areas/admin/security/security-screen.tsx'), 'SecurityScreen');
const AdminSearchScreen = lazyComponent(() => import('../areas/admin/search-screen.tsx'), 'AdminSearchScreen');
const ContentScreen = lazyComponent(() => import('../areas/admin/content/content-screen.tsx'), 'ContentScreen');
const UsersScreen = lazyComponent(() => import('../areas/admin/users-screen.tsx'), 'UsersScreen');
const PersonPlanScreen = lazyComponent(() => import('../areas/admin/person-plan-screen.tsx'), 'PersonPlanScreen');
const PlaylistsScreen = lazyComponent(() => import('../areas/admin/playlists-screen.tsx'), 'PlaylistsScreen');
const ReviewsScreen = lazyComponent(() => import('../areas/admin/reviews-screen.tsx'), 'ReviewsScreen');
const SafetyPolicyScreen = lazyComponent(() => import('../areas/admin/safety-policy-screen.tsx'), 'SafetyPolicyScreen');
const AdminPrivacyScreen = lazyComponent(() => import('../areas/admin/privacy-screen.tsx'), 'PrivacyScreen');
const AdminNotFoundScreen = lazyComponent(() => import('../areas/admin/not-found-screen.tsx'), 'AdminNotFoundScreen');

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
  { index: true, element: <AdminIndex /> },
  { path: paths.adminContent, element: <ContentScreen /> },
  { path: paths.adminReviews, element: <ReviewsScreen /> },
  { path: paths.adminPrivacy, element: <AdminPrivacyScreen /> },
  {
    element: <AdminOnly />,
    children: [
      { path: paths.adminDashboard, element: <DashboardScreen /> },
      { path: paths.adminSettings, element: <SettingsScreen /> },
      { path: paths.adminAnalysis, element: <AnalysisBudgetScreen /> },
      { path: paths.adminTitleAnalysis, element: <TitleAnalysisScreen /> },
      { path: paths.adminAudit, element: <AuditScreen /> },
      { path: paths.adminSecurity, element: <SecurityScreen /> },
      { path: paths.adminUpload, element: <ContentScreen atUpload /> },
      { path: paths.adminSearch, element: <AdminSearchScreen /> },
      { path: paths.adminUsers, element: <UsersScreen /> },
      { path: paths.adminPersonPlan, element: <PersonPlanScreen /> },
      { path: paths.adminPlaylists, element: <PlaylistsScreen /> },
      { path: paths.adminSafetyPolicy, element: <SafetyPolicyScreen /> },
    ],
  },
  { path: '*', element: <AdminNotFoundScreen /> },
];

const adminRoutes = (): RouteObject => ({
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
