import { createContentLookup, existingOf } from '../../data/content/content-lookup.ts';
import { createPlayRows } from '../../data/delivery/play-row-repository.ts';
import { createPlayStatisticsWriter } from '../../data/delivery/play-statistics-writer.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Env } from './env.ts';
import { rollUp } from './roll-up.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): (() => Promise<void>) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  return () =>
    rollUp({
      rows: createPlayRows(table),
      statistics: createPlayStatisticsWriter(table),
      existing: existingOf(createContentLookup(table, logger)),
      logger,
      now: Date.now,
      timeLimitMs: Number(env.TIME_LIMIT_SECONDS) * 1000,
    });
};
