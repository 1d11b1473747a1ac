import { createProfileNames } from '../../data/people/profile-names.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createSettingsRepository } from '../../data/admin/settings-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Env } from './env.ts';
import { settingsRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(
    env,
    logger,
    ({ table }) =>
      settingsRoutes({
        settings: createSettingsRepository(table, { cursors: createPaging(env), logger }),
        profiles: createProfileNames(table),
        now: () => new Date().toISOString(),
      }),
    // Visitors can read the platform's name.
    ({ table }) => ({ visitors: createRateCounters(table) }),
  );
