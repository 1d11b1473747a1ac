import type { AnalysisMetadata } from '../../contract/content/analysis-metadata.ts';
import type { Content } from '../../domain/content/content.ts';
import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';
import type { ReadStorage } from '../staff-rights.ts';

/** Dependencies of the use cases. */
export interface CatalogDeps {
  readonly content: Pick<ContentRepository, 'get' | 'listPublished'>;
  readonly categories: CategoryRepository;
  readonly creators: Pick<CreatorRepository, 'get' | 'list' | 'create' | 'update' | 'remove'>;
  /** Whether an account with this id exists. */
  readonly accountExists: (userId: string) => Promise<boolean>;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Whether visitors who have not signed in can browse. */
  readonly publicCatalog: boolean;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
  /** The user ID of a creator's owner; undefined for a creator without one. */
  readonly ownerOf: (creatorId: string) => Promise<string | undefined>;
  /** What the analysis found in the current file of a content item. */
  readonly readFindings: (content: Content) => Promise<AnalysisMetadata>;
  /** Where AWS keeps the files of content items, for administrators. */
  readonly readStorage: ReadStorage;
}
