import type { BulkRepository } from '../../data/admin/bulk-repository.ts';
import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { ContentEdits } from '../../data/content/content-edits.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { Write } from '../../data/table/writes.ts';
import type { StillStore } from '../../domain/content/still-store.ts';
import type { Logger } from '../../domain/logger.ts';
import type { PlatformSettings } from '../../domain/settings/settings.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the worker. */
export interface BulkDeps {
  readonly jobs: Pick<
    BulkRepository,
    'get' | 'lease' | 'release' | 'allItems' | 'settleWrites' | 'finishItem' | 'finish'
  >;
  readonly content: ContentEdits;
  readonly categories: Pick<CategoryRepository, 'get'>;
  readonly rights: Pick<RightsRepository, 'read'>;
  /** Reads the platform-wide settings. */
  readonly readSettings: () => Promise<PlatformSettings>;
  /** Runs writes in one transaction. */
  readonly transact: (writes: readonly Write[]) => Promise<void>;
  readonly stills: StillStore;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Creates a unique name for a run of the worker. */
  readonly newWorker: () => string;
}
