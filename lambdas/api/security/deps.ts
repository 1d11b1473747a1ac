import type { SecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the use cases. */
export interface SecurityDeps {
  readonly events: SecurityEventRepository;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A ULID of now. */
  readonly newId: () => string;
}
