import { lazyPart } from '../../../core/lazy-part.tsx';
import { securityCenterTexts as texts } from '../../../features/security-center/texts.ts';
import { TabbedScreen } from '../routing/tabbed-screen.tsx';

const parts = {
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

/** The security center: what happened, which alerts follow from it, and what was done. */
export const SecurityScreen = () => (
  <TabbedScreen title={texts.title} lead={texts.lead} tabs={texts.tabs} parts={parts} />
);
