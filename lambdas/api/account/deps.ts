import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the use cases. */
export interface AccountDeps {
  readonly profiles: Pick<ProfileRepository, 'get' | 'createIfMissing' | 'markActive' | 'rename'>;
  /** Whether staff must have a second factor in this stage. */
  readonly adminsNeedFactor: boolean;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
