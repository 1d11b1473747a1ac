import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { HistoryRepository } from '../../data/history/history-repository.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { SmartTokenRepository } from '../../data/security/smart-token-repository.ts';
import type { SessionRegistry } from '../../data/sessions/session-registry.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventRecorder } from '../../domain/security/event-recorder.ts';
import type { thumbprintOf } from '../../domain/security/tokens/proof.ts';
import type { ExportDeps } from '../export-download.ts';
import type { SourceDeps } from '../source-download.ts';

/** Dependencies of the use cases. */
export interface TokensDeps {
  readonly tokens: SmartTokenRepository;
  readonly sessions: Pick<SessionRegistry, 'read'>;
  readonly profiles: ProfileNames;
  readonly counters: RateCounters;
  readonly recorder: EventRecorder;
  readonly thumbprintOf: typeof thumbprintOf;
  readonly sources: SourceDeps;
  readonly exports: ExportDeps;
  readonly content: Pick<ContentRepository, 'listPublished'>;
  readonly history: Pick<HistoryRepository, 'list'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new token id of a time (milliseconds). */
  readonly newId: (at: number) => string;
}
