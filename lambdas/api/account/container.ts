import { createProfileRepository } from '../../data/people/profile-repository.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Env } from './env.ts';
import { accountRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    accountRoutes({
      profiles: createProfileRepository(table),
      adminsNeedFactor: env.ADMINS_NEED_FACTOR === 'true',
      logger,
      now: () => new Date().toISOString(),
    }),
  );
