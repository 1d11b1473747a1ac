import { createProfileNames } from '../../data/people/profile-names.ts';
import { createSettingsRepository } from '../../data/admin/settings-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { settingsRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import { limitsVisitors } from '../visitor-limit.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const parameters = createParameters();
  return apiFunction(
    env,
    logger,
    ({ table }) =>
      settingsRoutes({
        settings: createSettingsRepository(table, { cursors: createPaging(env, parameters), logger }),
        profiles: createProfileNames(table),
        now: () => new Date().toISOString(),
      }),
    // Visitors can read the platform's name.
    limitsVisitors(env, parameters),
  );
};
