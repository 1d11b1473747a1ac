import type { ConsentRepository } from '../../data/privacy/consent-repository.ts';
import type { SessionRegistry } from '../../data/sessions/session-registry.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';

/** Dependencies of the use cases. */
export interface PrivacyDeps {
  readonly consents: ConsentRepository;
  readonly counters: RateCounters;
  readonly sessions: Pick<SessionRegistry, 'forgetPlaces'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
