import type { BulkRepository } from '../../data/admin/bulk-repository.ts';
import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { ContentEdits } from '../../data/content/content-edits.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { Write } from '../../data/table/writes.ts';
import type { StillStore } from '../../domain/content/still-store.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventBus } from '../../platform/event-bus.ts';

/** What the worker needs. */
export interface BulkDeps {
  readonly jobs: Pick<
    BulkRepository,
    'get' | 'hold' | 'release' | 'allItems' | 'settleWrites' | 'finishItem' | 'finish'
  >;
  readonly content: ContentEdits;
  readonly categories: Pick<CategoryRepository, 'get'>;
  readonly rights: Pick<RightsRepository, 'read'>;
  /** Writes that happen together or not at all. */
  readonly transact: (writes: readonly Write[]) => Promise<void>;
  readonly stills: StillStore;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A name that no other worker has. */
  readonly newWorker: () => string;
}
