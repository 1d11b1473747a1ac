import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { EvidenceReader } from '../../data/security/check-repository.ts';
import type { PhaseRepository, SimulationRepository } from '../../data/security/phase-repository.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the use cases. */
export interface PhasesDeps {
  readonly phases: PhaseRepository;
  readonly simulation: SimulationRepository;
  readonly evidence: EvidenceReader;
  readonly profiles: ProfileNames;
  readonly counters: RateCounters;
  readonly events: EventBus;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
