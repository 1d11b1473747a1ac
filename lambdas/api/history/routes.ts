import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { HistoryRepository } from '../../data/history/history-repository.ts';
import type { HistoryStateRepository } from '../../data/history/history-state-repository.ts';
import type { PositionRepository } from '../../data/history/position-repository.ts';
import type { QueueRepository } from '../../data/history/queue-repository.ts';
import type { Route } from '../../http/route.ts';
import { clearHistory } from './clear-history.ts';
import { deleteEntry } from './delete-entry.ts';
import { getPosition } from './get-position.ts';
import { getQueue } from './get-queue.ts';
import { getSettings } from './get-settings.ts';
import { listHistory } from './list-history.ts';
import { listPositions } from './list-positions.ts';
import { recordHistory } from './record-history.ts';
import { savePosition } from './save-position.ts';
import { saveQueue } from './save-queue.ts';
import { updateSettings } from './update-settings.ts';

/** What the use cases of this feature need. */
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

/** The feature's endpoints. */
export const historyRoutes = (deps: HistoryDeps): readonly Route[] => [
  listHistory(deps),
  recordHistory(deps),
  deleteEntry(deps),
  clearHistory(deps),
  getSettings(deps),
  updateSettings(deps),
  listPositions(deps),
  getPosition(deps),
  savePosition(deps),
  getQueue(deps),
  saveQueue(deps),
];
