import { lazyPart } from '../../../core/lazy-part.tsx';
import { monitorTexts as texts } from '../../../features/delivery/monitor/texts.ts';
import { TabbedScreen } from '../routing/tabbed-screen.tsx';

const parts = {
  overview: lazyPart(() => import('../../../features/delivery/monitor/overview/overview.tsx'), 'Overview', 'inline'),
  alerts: lazyPart(() => import('../../../features/delivery/monitor/alerts/alerts.tsx'), 'Alerts', 'inline'),
  diagnostics: lazyPart(
    () => import('../../../features/delivery/monitor/diagnostics/diagnostics.tsx'),
    'Diagnostics',
    'inline',
  ),
} as const;

/** The CDN monitor: how the site and its media are delivered. */
export const CdnMonitorScreen = () => (
  <TabbedScreen title={texts.title} lead={texts.lead} tabs={texts.tabs} parts={parts} />
);
