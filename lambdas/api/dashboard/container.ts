import { createCountsRepository } from '../../data/admin/counts-repository.ts';
import { createPlanCountsRepository } from '../../data/billing/plan-counts-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Env } from './env.ts';
import { dashboardRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    dashboardRoutes({
      counts: createCountsRepository(table),
      plans: createPlanCountsRepository(table),
      now: () => new Date().toISOString(),
    }),
  );
