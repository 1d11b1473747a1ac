import { createRightsRepository, type RightsRepository } from '../data/people/rights-repository.ts';
import { createTable, type Table } from '../data/table/table.ts';
import type { Logger } from '../domain/logger.ts';
import { httpFunction, type HttpDeps, type HttpHandler } from '../http/http-function.ts';
import type { Route } from '../http/route.ts';
import { createDocumentClient } from '../platform/aws-clients.ts';

/** Parts that every API function has. Its feature builds the routes from them. */
export interface ApiParts {
  readonly table: Table;
  readonly rights: RightsRepository;
}

/**
 * Composes an API function: the table, the caller's rights, and the HTTP chain around the feature's routes. Paging
 * (`paging.ts`) and access without sign-in (`visitors.ts`) are separate, because they would enlarge every bundle.
 */
export const apiFunction = (
  env: { readonly TABLE_NAME: string; readonly ORIGIN_HASHES: string },
  logger: Logger,
  createRoutes: (parts: ApiParts) => readonly Route[],
  createAccess: (parts: ApiParts) => Pick<HttpDeps, 'verifier' | 'visitors'> = () => ({}),
): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parts = { table, rights: createRightsRepository(table) };
  return httpFunction(createRoutes(parts), {
    rights: parts.rights,
    origins: env.ORIGIN_HASHES.split(','),
    logger,
    ...createAccess(parts),
  });
};
