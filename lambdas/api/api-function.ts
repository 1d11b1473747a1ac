import { createCallerReader } from '../data/people/caller-reader.ts';
import { createRateCounters } from '../data/people/rate-counter-repository.ts';
import { createRightsRepository, type RightsRepository } from '../data/people/rights-repository.ts';
import { createSessionRegistry, type SessionRegistry } from '../data/sessions/session-registry.ts';
import { createTable, type Table } from '../data/table/table.ts';
import type { Logger } from '../domain/logger.ts';
import { httpFunction, type HttpDeps, type HttpHandler } from '../http/http-function.ts';
import type { Route } from '../http/route.ts';
import { createDocumentClient } from '../platform/aws-clients.ts';
import { recordsSecurity } from './security-recording.ts';

/** Parts that every API function has. Its feature builds the routes from them. */
export interface ApiParts {
  readonly table: Table;
  readonly rights: RightsRepository;
  readonly sessions: SessionRegistry;
}

/**
 * Composes an API function: the table, the caller's rights, and the HTTP chain around the feature's routes. Paging
 * (`paging.ts`) and access without sign-in (`visitors.ts`) are separate, because they would enlarge every bundle.
 */
export const apiFunction = (
  env: {
    readonly TABLE_NAME: string;
    readonly ORIGIN_HASHES: string;
    readonly SESSION_LIMIT: string;
    readonly ADMINS_NEED_FACTOR: string;
  },
  logger: Logger,
  createRoutes: (parts: ApiParts) => readonly Route[],
  createAccess: (parts: ApiParts) => Pick<HttpDeps, 'verifier' | 'visitors' | 'smartTokens'> = () => ({}),
): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const sessions = createSessionRegistry(table, { limit: Number(env.SESSION_LIMIT) });
  const parts = { table, rights: createRightsRepository(table), sessions };
  return httpFunction(createRoutes(parts), {
    rights: createCallerReader(table),
    sessions,
    callers: createRateCounters(table),
    origins: env.ORIGIN_HASHES.split(','),
    adminsNeedFactor: env.ADMINS_NEED_FACTOR === 'true',
    logger,
    ...recordsSecurity(table),
    ...createAccess(parts),
  });
};
