import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createDeliveryRepository } from '../../data/delivery/delivery-repository.ts';
import { createPlayStatisticsReader } from '../../data/delivery/play-statistics-reader.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { apiFunction } from '../api-function.ts';
import type { Env } from './env.ts';
import { playsRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    playsRoutes({
      statistics: createPlayStatisticsReader(table),
      delivery: createDeliveryRepository(table),
      titles: createContentLookup(table, logger),
      creators: createCreatorRepository(table, logger),
      now: Date.now,
    }),
  );
