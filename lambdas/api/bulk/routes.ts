import type { BulkRepository } from '../../data/admin/bulk-repository.ts';
import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Route } from '../../http/route.ts';
import type { EventBus } from '../../platform/event-bus.ts';
import { createJob } from './create-job.ts';
import { getJob } from './get-job.ts';
import { listItems } from './list-items.ts';
import { listJobs } from './list-jobs.ts';
import { previewJob } from './preview-job.ts';
import { undoJob } from './undo-job.ts';

/** What the use cases of this feature need. */
export interface BulkDeps {
  readonly jobs: Pick<BulkRepository, 'get' | 'create' | 'list' | 'listItems' | 'allItems'>;
  readonly content: ContentLookup;
  readonly categories: Pick<CategoryRepository, 'get'>;
  readonly events: EventBus;
  readonly logger: Logger;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The feature's endpoints. */
export const bulkRoutes = (deps: BulkDeps): readonly Route[] => [
  previewJob(deps),
  createJob(deps),
  listJobs(deps),
  getJob(deps),
  listItems(deps),
  undoJob(deps),
];
