import type { CountsRepository } from '../../data/admin/counts-repository.ts';

/** What the use cases of this feature need. */
export interface DashboardDeps {
  readonly counts: Pick<CountsRepository, 'read'>;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
