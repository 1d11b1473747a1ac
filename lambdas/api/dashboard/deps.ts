import type { CountsRepository } from '../../data/admin/counts-repository.ts';
import type { PlanCountsRepository } from '../../data/billing/plan-counts-repository.ts';

/** Dependencies of the use cases. */
export interface DashboardDeps {
  readonly counts: Pick<CountsRepository, 'read'>;
  readonly plans: PlanCountsRepository;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
