import { createPersonPlanRepository } from '../../data/billing/person-plan-repository.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { personPlansRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    personPlansRoutes({
      plans: createPersonPlanRepository(table, { cursors: createPaging(env), logger }),
      profiles: createProfileRepository(table),
      names: createProfileNames(table),
      now: Date.now,
    }),
  );
