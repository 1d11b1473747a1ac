import { createRightsRepository, type RightsRepository } from '../data/people/rights-repository.ts';
import { createTable, type Table } from '../data/table/table.ts';
import type { Logger } from '../domain/logger.ts';
import { httpFunction, type HttpDeps, type HttpHandler } from '../http/http-function.ts';
import type { Route } from '../http/route.ts';
import { createDocumentClient } from '../platform/aws-clients.ts';

/** What every function of the API has, from which its feature makes its routes. */
export interface ApiParts {
  readonly table: Table;
  readonly rights: RightsRepository;
}

/**
 * Composes a function of the API: the table, the caller's rights, and the chain around the feature's routes. What only
 * some functions need, and would make the bundles of all others larger, they add themselves: paging (`paging.ts`) and
 * access without signing in (`visitors.ts`).
 */
export const apiFunction = (
  env: { readonly TABLE_NAME: string },
  logger: Logger,
  createRoutes: (parts: ApiParts) => readonly Route[],
  createAccess: (parts: ApiParts) => Pick<HttpDeps, 'verifier' | 'visitors'> = () => ({}),
): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parts = { table, rights: createRightsRepository(table) };
  return httpFunction(createRoutes(parts), { rights: parts.rights, logger, ...createAccess(parts) });
};
