import type { SecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the use cases. */
export interface SecurityDeps {
  readonly events: SecurityEventRepository;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
  /** A ULID of now. */
  readonly newId: () => string;
}
