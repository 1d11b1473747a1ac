import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import { createBillingRepository } from '../../data/billing/billing-repository.ts';
import { createDataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import { createPersonEraser } from '../../data/privacy/person-eraser.ts';
import { personItems } from '../../data/privacy/person-items.ts';
import { createPersonReferences } from '../../data/privacy/person-references.ts';
import type { PersonIds } from '../../data/table/entity.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createExportFiles } from '../../platform/privacy/export-store.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createPoolRecords } from '../../platform/privacy/pool-records.ts';
import { createBillingParts } from '../../platform/stripe/billing-parts.ts';
import type { Env } from './env.ts';
import { mailLink } from './mail-link.ts';
import { parseEvent } from './message.ts';
import { runDue } from './run-due.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const billing = createBillingRepository(table, logger);
  const deps = {
    requests: createDataRequestRepository(table, logger),
    itemsOf: (person: PersonIds) => personItems(table, person),
    eraser: createPersonEraser(table),
    references: createPersonReferences(table),
    account: createPoolRecords(new CognitoIdentityProviderClient(clientSettings), env.USER_POOL_ID),
    files: createExportFiles(new S3Client(clientSettings), env.EXPORTS_BUCKET),
    billing,
    stripe: createBillingParts(env, billing).stripe,
    mailer: createMailer(env.MAIL_FROM),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
    logger,
    now: Date.now,
  };
  return async (event: unknown): Promise<void> => {
    const requested = parseEvent(event);
    await (requested ? mailLink(deps, requested) : runDue(deps));
  };
};
