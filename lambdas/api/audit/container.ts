import { createAuditRepository } from '../../data/admin/audit-repository.ts';
import { createAuditSealRepository } from '../../data/admin/audit-seal-repository.ts';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createCursors } from '../../data/table/cursor.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { auditRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const { months } = createAuditSealRepository(table);
  const routes = auditRoutes({
    audit: createAuditRepository(table, {
      cursors: createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER)),
      logger,
      months,
      now: Date.now,
    }),
    profiles: createProfileNames(table),
    content: createContentLookup(table, logger),
  });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};
