import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ulid } from 'ulid';
import { createCodeRequestRepository } from '../../data/people/code-request-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createAccountCredentials } from '../../platform/accounts/account-credentials.ts';
import { createAccountFinder } from '../../platform/accounts/account-finder.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { apiFunction } from '../api-function.ts';
import { limitsVisitors } from '../visitor-limit.ts';
import type { Env } from './env.ts';
import { credentialsRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const cognito = new CognitoIdentityProviderClient(clientSettings);
  return apiFunction(
    env,
    logger,
    ({ table, rights, sessions }) =>
      credentialsRoutes({
        requests: createCodeRequestRepository(table),
        profiles: createProfileRepository(table),
        rights,
        sessions,
        findAccount: createAccountFinder(cognito, env.USER_POOL_ID),
        pool: createAccountCredentials(cognito, env.USER_POOL_ID),
        counters: createRateCounters(table),
        events: createEventBus(),
        newId: ulid,
        now: Date.now,
      }),
    limitsVisitors(env),
  );
};
