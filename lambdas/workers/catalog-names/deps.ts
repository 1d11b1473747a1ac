import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { NamesRepository } from '../../data/content/names-repository.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the worker. */
export interface NamesDeps {
  readonly categories: Pick<CategoryRepository, 'get' | 'remove'>;
  readonly creators: Pick<CreatorRepository, 'get'>;
  readonly names: NamesRepository;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}
