import type { BulkRepository } from '../../data/admin/bulk-repository.ts';
import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { Logger } from '../../domain/logger.ts';
import type { PlatformSettings } from '../../domain/settings/settings.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the use cases. */
export interface BulkDeps {
  readonly jobs: Pick<BulkRepository, 'get' | 'create' | 'list' | 'listItems' | 'allItems'>;
  readonly content: ContentLookup;
  readonly categories: Pick<CategoryRepository, 'get'>;
  /** Reads the platform-wide settings. */
  readonly readSettings: () => Promise<PlatformSettings>;
  readonly events: EventBus;
  readonly logger: Logger;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
