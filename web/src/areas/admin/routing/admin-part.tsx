import type { ComponentType } from 'react';
import { lazyComponent } from '../../../core/lazy-component.ts';
import { AdminLayout } from '../admin-layout.tsx';

const Content = lazyComponent(() => import('../content/content-screen.tsx'), 'ContentScreen');

/** The layout, the screens and what leads to them, by name. Each screen has its own chunk. */
const parts = {
  layout: AdminLayout,
  index: lazyComponent(() => import('./admin-index.tsx'), 'AdminIndex'),
  adminOnly: lazyComponent(() => import('./admin-only.tsx'), 'AdminOnly'),
  dashboard: lazyComponent(() => import('../dashboard-screen.tsx'), 'DashboardScreen'),
  analysisBudget: lazyComponent(() => import('../analysis-budget-screen.tsx'), 'AnalysisBudgetScreen'),
  titleAnalysis: lazyComponent(() => import('../title-analysis-screen.tsx'), 'TitleAnalysisScreen'),
  statistics: lazyComponent(() => import('../delivery/statistics-screen.tsx'), 'StatisticsScreen'),
  creatorStatistics: lazyComponent(() => import('../delivery/statistics-screen.tsx'), 'CreatorStatisticsScreen'),
  settings: lazyComponent(() => import('../settings-screen.tsx'), 'SettingsScreen'),
  audit: lazyComponent(() => import('../audit-screen.tsx'), 'AuditScreen'),
  security: lazyComponent(() => import('../security/security-screen.tsx'), 'SecurityScreen'),
  cdnMonitor: lazyComponent(() => import('../delivery/cdn-monitor-screen.tsx'), 'CdnMonitorScreen'),
  search: lazyComponent(() => import('../search-screen.tsx'), 'AdminSearchScreen'),
  content: Content,
  users: lazyComponent(() => import('../users-screen.tsx'), 'UsersScreen'),
  personPlan: lazyComponent(() => import('../person-plan-screen.tsx'), 'PersonPlanScreen'),
  playlists: lazyComponent(() => import('../playlists-screen.tsx'), 'PlaylistsScreen'),
  reviews: lazyComponent(() => import('../reviews-screen.tsx'), 'ReviewsScreen'),
  safetyPolicy: lazyComponent(() => import('../safety-policy-screen.tsx'), 'SafetyPolicyScreen'),
  privacy: lazyComponent(() => import('../privacy-screen.tsx'), 'PrivacyScreen'),
  notFound: lazyComponent(() => import('../not-found-screen.tsx'), 'AdminNotFoundScreen'),
  upload: () => <Content atUpload />,
} satisfies Readonly<Record<string, ComponentType>>;

/**
 * A part of the administrators' area. It is one component, so that the route table, which everyone downloads, does not
 * contain the addresses of all these chunks.
 */
export const AdminPart = ({ name }: { readonly name: keyof typeof parts }) => {
  const Part = parts[name];
  return <Part />;
};
