import type { ContentRepository } from '../../data/content-repository.ts';
import type { HistoryRepository } from '../../data/history-repository.ts';
import type { Route } from '../../http/route.ts';
import { listHistory } from './list-history.ts';
import { recordHistory } from './record-history.ts';

/** What the use cases of this feature need. */
export interface HistoryDeps {
  readonly history: HistoryRepository;
  readonly content: Pick<ContentRepository, 'get'>;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** The feature's endpoints. */
export const historyRoutes = (deps: HistoryDeps): readonly Route[] => [listHistory(deps), recordHistory(deps)];
