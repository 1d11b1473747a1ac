import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createCursors } from '../../data/table/cursor.ts';
import { createPeopleRepository } from '../../data/people/people-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createUserDirectory } from '../../platform/user-directory.ts';
import type { Env } from './env.ts';
import { peopleRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const cursors = createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER));
  const rights = createRightsRepository(table);
  const routes = peopleRoutes({
    people: createPeopleRepository(table, { cursors, logger }),
    profiles: createProfileRepository(table),
    rights,
    directory: createUserDirectory(new CognitoIdentityProviderClient(clientSettings), env.USER_POOL_ID, logger),
    testUsers: env.TEST_USERS === 'true',
    logger,
    now: () => new Date().toISOString(),
  });
  return httpFunction(routes, { rights, logger });
};
