import type { DeliveryRepository } from '../../data/delivery/delivery-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { LogFiles } from '../../platform/storage/log-files.ts';

/** Dependencies of the worker. */
export interface LogDeps {
  readonly files: LogFiles;
  readonly delivery: Omit<DeliveryRepository, 'month' | 'months' | 'removeAll'>;
  /** The creators of those of these titles that exist and are not being deleted, by title. */
  readonly creatorsOf: (titles: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Id of the stage's distribution. */
  readonly readDistribution: () => Promise<string>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds after which no further months of titles and creators are begun. */
  readonly timeLimitMs: number;
}
