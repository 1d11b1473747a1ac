import type { CountsRepository } from '../../data/admin/counts-repository.ts';
import type { Route } from '../../http/route.ts';
import { getStats } from './get-stats.ts';

/** What the use cases of this feature need. */
export interface DashboardDeps {
  readonly counts: Pick<CountsRepository, 'read'>;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** The feature's endpoints. */
export const dashboardRoutes = (deps: DashboardDeps): readonly Route[] => [getStats(deps)];
