import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { docsRoutes } from './routes.ts';

/** Composes the function. It is public, so it reads no rights. */
export const createHandler = (logger: Logger): HttpHandler =>
  httpFunction(docsRoutes(), { rights: { read: async () => undefined }, logger });
