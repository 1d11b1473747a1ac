import { createCursors } from '../../data/table/cursor.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createSettingsRepository } from '../../data/admin/settings-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { settingsRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const routes = settingsRoutes({
    settings: createSettingsRepository(table, {
      cursors: createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER)),
      logger,
    }),
    profiles: createProfileNames(table),
    now: () => new Date().toISOString(),
  });
  return httpFunction(routes, { rights: createRightsRepository(table), visitors: createRateCounters(table), logger });
};
