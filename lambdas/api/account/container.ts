import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Env } from './env.ts';
import { accountRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const rights = createRightsRepository(table);
  const now = () => new Date().toISOString();
  return httpFunction(accountRoutes({ profiles: createProfileRepository(table), rights, logger, now }), {
    rights,
    logger,
  });
};
