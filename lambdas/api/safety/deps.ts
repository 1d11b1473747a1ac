import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { CountsRepository } from '../../data/admin/counts-repository.ts';
import type { ContentEdits } from '../../data/content/content-edits.ts';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { OwnedTitles } from '../../data/content/owned-titles.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { ComparedTitles } from '../../data/safety/decisive-repository.ts';
import type { EvaluationRepository } from '../../data/safety/evaluation-repository.ts';
import type { PolicyRepository } from '../../data/safety/policy-repository.ts';
import type { ReviewRepository } from '../../data/safety/safety-repository.ts';
import type { TranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { StillStore } from '../../domain/content/still-store.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the use cases. */
export interface SafetyDeps {
  readonly policies: PolicyRepository;
  readonly evaluations: Pick<EvaluationRepository, 'read'>;
  readonly compared: ComparedTitles;
  readonly counts: Pick<CountsRepository, 'read'>;
  readonly reviews: ReviewRepository;
  readonly results: Pick<AnalysisResultRepository, 'list'>;
  readonly transcripts: Pick<TranscriptRepository, 'readHead'>;
  readonly content: Pick<ContentEdits, 'get' | 'saveEdit' | 'saveStills'>;
  readonly lookup: ContentLookup;
  readonly creators: Pick<CreatorRepository, 'get' | 'ofUser'>;
  readonly owned: OwnedTitles;
  readonly profiles: ProfileNames;
  readonly stills: StillStore;
  /** The bytes of a frame; undefined when it is not stored. */
  readonly readFrame: (key: string) => Promise<Uint8Array | undefined>;
  readonly events: EventBus;
  readonly logger: Logger;
  /** A new ULID. */
  readonly newId: () => string;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
