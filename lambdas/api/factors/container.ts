import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createChallengeRepository } from '../../data/people/challenge-repository.ts';
import { createFactorRepository } from '../../data/people/factor-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createChallengePool } from '../../platform/user-pool/challenge-pool.ts';
import { createFactorPool } from '../../platform/user-pool/factor-pool.ts';
import { createPhonePool } from '../../platform/user-pool/phone-pool.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { apiFunction } from '../api-function.ts';
import { limitsVisitors } from '../visitor-limit.ts';
import type { Env } from './env.ts';
import { factorRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(
    env,
    logger,
    ({ table, rights, sessions }) => {
      const client = new CognitoIdentityProviderClient(clientSettings);
      return factorRoutes({
        pool: createFactorPool(client, env.USER_POOL_ID),
        phones: env.PHONES === 'true' ? createPhonePool(client, env.USER_POOL_ID) : undefined,
        steps: createChallengePool(client, env.USER_POOL_CLIENT_ID),
        challenges: createChallengeRepository(table),
        records: createFactorRepository(table),
        rights,
        sessions,
        profiles: createProfileRepository(table),
        counters: createRateCounters(table),
        mailer: createMailer(env.MAIL_FROM),
        passkeys: env.PASSKEYS === 'true',
        logger,
        now: Date.now,
      });
    },
    limitsVisitors(env),
  );
