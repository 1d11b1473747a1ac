import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventBus } from '../../platform/event-bus.ts';

/** What the use cases of this feature need. */
export interface CatalogDeps {
  readonly content: Pick<ContentRepository, 'get' | 'listPublished'>;
  readonly categories: CategoryRepository;
  readonly creators: Pick<CreatorRepository, 'get' | 'list' | 'create' | 'update' | 'remove'>;
  /** Whether there is such an account. */
  readonly isPerson: (userId: string) => Promise<boolean>;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Signed-out visitors may browse. */
  readonly publicCatalog: boolean;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
