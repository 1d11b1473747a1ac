import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { securityCenterTexts as texts } from '../../../features/security-center/texts.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { AdminScreen } from '../admin-screen.tsx';

const features = {
  overview: lazyPart(() => import('../../../features/security-center/overview/overview.tsx'), 'Overview', 'inline'),
  monitor: lazyPart(() => import('../../../features/security-center/monitor.tsx'), 'Monitor', 'inline'),
  behavior: lazyPart(
    () => import('../../../features/security-center/behavior/behavior.tsx'),
    'BehavioralAnalysis',
    'inline',
  ),
  tokens: lazyPart(
    () => import('../../../features/security-center/tokens/active-tokens.tsx'),
    'ActiveTokens',
    'inline',
  ),
  alerts: lazyPart(() => import('../../../features/security-center/alerts/alerts.tsx'), 'SecurityAlerts', 'inline'),
  log: lazyPart(() => import('../../../features/security-center/log/event-log.tsx'), 'EventLog', 'inline'),
  responses: lazyPart(() => import('../../../features/security-center/responses/responses.tsx'), 'Responses', 'inline'),
} as const;

type TabName = keyof typeof features;

const TABS = Object.keys(features) as TabName[];

/** The security center: what happened, which alerts follow from it, and what was done. The tab is in the address. */
export const SecurityScreen = () => {
  const [search, setSearch] = useSearchParams();
  const named = search.get('tab');
  const tab = TABS.find((name) => name === named) ?? 'overview';
  const Part = features[tab];
  return (
    <AdminScreen title={texts.title} lead={texts.lead}>
      <Tabs
        label={texts.tabs.label}
        value={tab}
        onValueChange={(next) => {
          const to = new URLSearchParams(search);
          to.set('tab', next);
          setSearch(to, { preventScrollReset: true, replace: true });
        }}
        tabs={TABS.map((name) => ({
          value: name,
          label: texts.tabs[name],
          content: (
            <Suspense fallback={<LoadingState />}>
              <Part />
            </Suspense>
          ),
        }))}
      />
    </AdminScreen>
  );
};
