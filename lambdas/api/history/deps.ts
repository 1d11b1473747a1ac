import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { HistoryRepository } from '../../data/history/history-repository.ts';
import type { HistoryStateRepository } from '../../data/history/history-state-repository.ts';
import type { PositionRepository } from '../../data/history/position-repository.ts';
import type { QueueRepository } from '../../data/history/queue-repository.ts';

/** Dependencies of the use cases. */
export interface HistoryDeps {
  readonly history: HistoryRepository;
  readonly state: HistoryStateRepository;
  readonly positions: PositionRepository;
  readonly queues: QueueRepository;
  readonly content: Pick<ContentRepository, 'get'>;
  readonly lookup: ContentLookup;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
