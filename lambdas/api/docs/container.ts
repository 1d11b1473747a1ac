import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import type { Env } from './env.ts';
import { docsRoutes } from './routes.ts';

/** Composes the function. It is public, so it reads no rights. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  httpFunction(docsRoutes(), {
    rights: { read: async () => undefined },
    origins: env.ORIGIN_HASHES.split(','),
    logger,
  });
