import { randomBytes } from 'node:crypto';
import { createLiveTicketRepository } from '../../data/live/live-ticket-repository.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Env } from './env.ts';
import { liveRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';

/** 256 bits, so that a ticket cannot be guessed. */
const TICKET_BYTES = 32;

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    liveRoutes({
      tickets: createLiveTicketRepository(table),
      newTicket: () => randomBytes(TICKET_BYTES).toString('base64url'),
      now: Date.now,
    }),
  );
