import type { CleanupRunRepository, Removal } from '../../data/privacy/cleanup-run-repository.ts';
import type { ConsentCountsRepository } from '../../data/privacy/consent-counts-repository.ts';
import type { Source } from '../../domain/privacy/cleanup.ts';

/** Dependencies of the use cases. */
export interface RetentionDeps {
  readonly runs: CleanupRunRepository;
  readonly sources: readonly Source<Removal>[];
  readonly consentCounts: ConsentCountsRepository;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
