import { randomBytes } from 'node:crypto';
import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createDeviceRepository } from '../../data/sessions/device-repository.ts';
import { createSignInActivityRepository } from '../../data/sessions/sign-in-activity-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { createEventRecorder } from '../../domain/security/event-recorder.ts';
import { DEVICE_SECRET_BYTES } from '../../domain/sessions/device.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createTokenVerifier } from '../../platform/token-verifier.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { sessionsRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table, sessions, rights }) =>
    sessionsRoutes({
      sessions,
      rights,
      devices: createDeviceRepository(table),
      recorder: createEventRecorder({
        events: createSecurityEventRepository(table),
        counters: createRateCounters(table),
      }),
      activity: createSignInActivityRepository(table, { cursors: createPaging(env), logger }),
      verifier: createTokenVerifier({
        issuer: env.ISSUER,
        jwksUri: env.JWKS_URI,
        clientId: env.USER_POOL_CLIENT_ID,
      }),
      limit: Number(env.SESSION_LIMIT),
      logger,
      now: Date.now,
      newSecret: () => randomBytes(DEVICE_SECRET_BYTES).toString('base64url'),
    }),
  );
