import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createStripeSettings } from '../../platform/stripe/settings.ts';
import type { Env } from './env.ts';
import { webhookRoutes } from './routes.ts';

/** Composes the function. Its callers are not users, so it reads no rights and has no table. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  httpFunction(
    webhookRoutes({
      settings: createStripeSettings(env.STRIPE_PARAMETER),
      events: createEventBus(),
      logger,
      now: Date.now,
    }),
    { rights: { read: async () => undefined }, origins: env.ORIGIN_HASHES.split(','), logger },
  );
