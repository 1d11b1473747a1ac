import type { PlayRowRepository } from '../../data/delivery/play-row-repository.ts';
import type { PlayStatisticsWriter } from '../../data/delivery/play-statistics-writer.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the worker. */
export interface RollupDeps {
  readonly rows: Pick<PlayRowRepository, 'played' | 'beats'>;
  readonly statistics: Omit<PlayStatisticsWriter, 'removeAll'>;
  /** Those of these titles that exist and are not being deleted. */
  readonly existing: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds after which no further part of a window or month is begun. */
  readonly timeLimitMs: number;
}
