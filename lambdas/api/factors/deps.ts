import type { FactorRepository } from '../../data/people/factor-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { SessionRegistry } from '../../data/sessions/session-registry.ts';
import type { ChallengeRepository } from '../../data/people/challenge-repository.ts';
import type { ChallengePool } from '../../domain/factors/challenge.ts';
import type { FactorPool, PhonePool } from '../../domain/factors/factors.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Mailer } from '../../platform/messages/mailer.ts';

/** Dependencies of the use cases. */
export interface FactorsDeps {
  readonly pool: FactorPool;
  /** Undefined in a stage without the phone factor. */
  readonly phones: PhonePool | undefined;
  /** Sign-in steps at the user pool, and the challenges that they are stored in. */
  readonly steps: ChallengePool;
  readonly challenges: ChallengeRepository;
  readonly records: FactorRepository;
  readonly rights: Pick<RightsRepository, 'setSecondFactor'>;
  readonly sessions: Pick<SessionRegistry, 'endAll'>;
  readonly profiles: Pick<ProfileRepository, 'get'>;
  readonly counters: RateCounters;
  readonly mailer: Mailer;
  /** Whether the stage offers passkeys. */
  readonly passkeys: boolean;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
