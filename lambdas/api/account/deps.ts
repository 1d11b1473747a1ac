import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the use cases. */
export interface AccountDeps {
  readonly profiles: Pick<ProfileRepository, 'get' | 'createIfMissing' | 'rename'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing'>;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
