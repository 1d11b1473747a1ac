import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createCodeRequestRepository } from '../../data/people/code-request-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { newCode } from '../../domain/accounts/code-request.ts';
import type { Logger } from '../../domain/logger.ts';
import { createAccountFinder } from '../../platform/accounts/account-finder.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { mailCode } from './mail-code.ts';
import { parseEvent } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const deps = {
    requests: createCodeRequestRepository(table),
    findAccount: createAccountFinder(new CognitoIdentityProviderClient(clientSettings), env.USER_POOL_ID),
    counters: createRateCounters(table),
    mailer: createMailer(env.MAIL_FROM),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
    newCode,
    logger,
    now: Date.now,
  };
  return (event: unknown): Promise<void> => mailCode(deps, parseEvent(event));
};
