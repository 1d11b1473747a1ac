import { ulid } from 'ulid';
import { createBillingRepository } from '../../data/billing/billing-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createBillingParts } from '../../platform/stripe/billing-parts.ts';
import { apiFunction } from '../api-function.ts';
import type { Env } from './env.ts';
import { billingRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    billingRoutes({
      ...createBillingParts(env, createBillingRepository(table, logger)),
      profiles: createProfileRepository(table),
      newId: ulid,
    }),
  );
