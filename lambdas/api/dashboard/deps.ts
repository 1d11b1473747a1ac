import type { CountsRepository } from '../../data/admin/counts-repository.ts';

/** Dependencies of the use cases. */
export interface DashboardDeps {
  readonly counts: Pick<CountsRepository, 'read'>;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
