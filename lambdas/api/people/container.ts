import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createPeopleRepository } from '../../data/people/people-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createUserDirectory } from '../../platform/user-directory.ts';
import type { Env } from './env.ts';
import { peopleRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table, rights }) =>
    peopleRoutes({
      people: createPeopleRepository(table, { cursors: createPaging(env), logger }),
      profiles: createProfileRepository(table),
      rights,
      directory: createUserDirectory(new CognitoIdentityProviderClient(clientSettings), env.USER_POOL_ID, logger),
      testUsers: env.TEST_USERS === 'true',
      logger,
      now: () => new Date().toISOString(),
    }),
  );
