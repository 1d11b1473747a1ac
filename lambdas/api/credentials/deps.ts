import type { CodeRequestRepository } from '../../data/people/code-request-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { SessionRegistry } from '../../data/sessions/session-registry.ts';
import type { AccountCredentials, FindAccount } from '../../domain/accounts/pool-account.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the use cases. */
export interface CredentialsDeps {
  readonly requests: Pick<CodeRequestRepository, 'create' | 'countTry' | 'use'>;
  readonly profiles: Pick<ProfileRepository, 'get' | 'createIfMissing' | 'changeEmail'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing' | 'read'>;
  readonly sessions: Pick<SessionRegistry, 'endAll'>;
  readonly findAccount: FindAccount;
  readonly pool: AccountCredentials;
  readonly counters: RateCounters;
  readonly events: EventBus;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
