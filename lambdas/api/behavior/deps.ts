import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { BehaviorRepository } from '../../data/security/behavior-repository.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { EventRecorder } from '../../domain/security/event-recorder.ts';

/** Dependencies of the use cases. */
export interface BehaviorDeps {
  readonly patterns: BehaviorRepository;
  readonly rights: Pick<RightsRepository, 'read'>;
  readonly recorder: EventRecorder;
  readonly counters: RateCounters;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new ULID of a time (milliseconds). */
  readonly newId: (at: number) => string;
}
