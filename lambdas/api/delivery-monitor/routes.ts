import type { Route } from '../../http/route.ts';
import { aiCdnOptimizer } from './ai-cdn-optimizer.ts';
import { cdnHealthMonitor } from './cdn-health-monitor.ts';
import { checkCdnStatus } from './check-cdn-status.ts';
import type { MonitorDeps } from './deps.ts';
import { getOverview } from './get-overview.ts';
import { listAlerts } from './list-alerts.ts';
import { listHours } from './list-hours.ts';

/** The feature's endpoints. */
export const monitorRoutes = (deps: MonitorDeps): readonly Route[] => [
  getOverview(deps),
  listHours(deps),
  listAlerts(deps),
  cdnHealthMonitor(deps),
  aiCdnOptimizer(deps),
  checkCdnStatus(deps),
];
