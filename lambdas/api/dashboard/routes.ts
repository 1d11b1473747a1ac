import type { Route } from '../../http/route.ts';
import { getStats } from './get-stats.ts';
import type { DashboardDeps } from './deps.ts';

/** The feature's endpoints. */
export const dashboardRoutes = (deps: DashboardDeps): readonly Route[] => [getStats(deps)];
