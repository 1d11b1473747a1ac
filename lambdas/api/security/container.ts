import { ulid } from 'ulid';
import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Env } from './env.ts';
import { securityRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    securityRoutes({
      events: createSecurityEventRepository(table),
      logger,
      now: Date.now,
      newId: ulid,
    }),
  );
