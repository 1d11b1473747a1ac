import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import { isExported } from '../../data/entities.ts';
import { createDataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import { personItems } from '../../data/privacy/person-items.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createExportStore } from '../../platform/privacy/export-store.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createPoolRecords } from '../../platform/privacy/pool-records.ts';
import type { Env } from './env.ts';
import { makeExport } from './make-export.ts';
import { parseEvent } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const deps = {
    requests: createDataRequestRepository(table, logger),
    itemsOf: (userId: string) => personItems(table, { userId, email: '' }, isExported),
    account: createPoolRecords(new CognitoIdentityProviderClient(clientSettings), env.USER_POOL_ID),
    files: createExportStore(new S3Client(clientSettings), env.EXPORTS_BUCKET),
    mailer: createMailer(env.MAIL_FROM),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
    logger,
    now: Date.now,
  };
  return (event: unknown): Promise<void> => makeExport(deps, parseEvent(event));
};
