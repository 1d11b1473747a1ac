import type { CleanupRunRepository, Removal } from '../../data/privacy/cleanup-run-repository.ts';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { TitleHoldRepository } from '../../data/content/title-hold-repository.ts';
import type { ConsentCountsRepository } from '../../data/privacy/consent-counts-repository.ts';
import type { LegalHoldRepository } from '../../data/privacy/legal-hold-repository.ts';
import type { Source } from '../../domain/privacy/cleanup.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the use cases. */
export interface RetentionDeps {
  readonly runs: CleanupRunRepository;
  readonly sources: readonly Source<Removal>[];
  readonly consentCounts: ConsentCountsRepository;
  readonly holds: Pick<LegalHoldRepository, 'list' | 'set' | 'release'>;
  readonly titleHolds: Pick<TitleHoldRepository, 'list'>;
  readonly content: ContentLookup;
  readonly events: EventBus;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
