import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { CodeRequestRepository } from '../../data/people/code-request-repository.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the use cases. */
export interface UsernameDeps {
  readonly requests: Pick<CodeRequestRepository, 'create' | 'countTry' | 'use'>;
  readonly profiles: Pick<ProfileRepository, 'get'>;
  readonly counters: RateCounters;
  readonly events: EventBus;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
