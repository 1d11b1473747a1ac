import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { docsRoutes } from './routes.ts';

/** Composes the function. It has no callers to know, so nobody's rights are read. */
export const createHandler = (logger: Logger): HttpHandler =>
  httpFunction(docsRoutes(), { rights: { read: async () => undefined }, logger });
