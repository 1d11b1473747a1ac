import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createStripeSettings } from '../../platform/stripe/settings.ts';
import { recordsSecurity } from '../security-recording.ts';
import { limitsVisitors } from '../visitor-limit.ts';
import type { Env } from './env.ts';
import { webhookRoutes } from './routes.ts';

/** Composes the function. Its callers are not users, so it reads no rights. The table only receives security events. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  return httpFunction(
    webhookRoutes({
      settings: createStripeSettings(env.STRIPE_PARAMETER),
      events: createEventBus(),
      logger,
      now: Date.now,
    }),
    {
      rights: { read: async () => undefined },
      origins: env.ORIGIN_HASHES.split(','),
      logger,
      ...recordsSecurity(table),
      ...limitsVisitors(env)({ table }),
    },
  );
};
