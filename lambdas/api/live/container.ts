import { randomBytes } from 'node:crypto';
import { createLiveTicketRepository } from '../../data/live/live-ticket-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Env } from './env.ts';
import { liveRoutes } from './routes.ts';

/** 256 bits: nobody guesses one. */
const TICKET_BYTES = 32;

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const newTicket = () => randomBytes(TICKET_BYTES).toString('base64url');
  const routes = liveRoutes({ tickets: createLiveTicketRepository(table), newTicket, now: Date.now });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};
