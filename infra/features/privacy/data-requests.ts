import { Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import type { Env } from '../../../lambdas/api/data-requests/env.ts';
import { entities, isExported } from '../../../lambdas/data/entities.ts';
import type { StoredKind } from '../../../lambdas/data/table/entity.ts';
import type { Env as EraseEnv } from '../../../lambdas/workers/privacy-erase/env.ts';
import type { Env as ExportEnv } from '../../../lambdas/workers/privacy-export/env.ts';
import type { TableAction, TableGrant } from '../../constructs/app-table.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { parameterNames } from '../../parameter-names.ts';
import { publishEvents, readParameters, useObjects } from '../../permissions.ts';
import type { Platform } from '../../platform.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';
import { merged } from './merged-grants.ts';

/** A grant of these actions on every kind of item that matches. */
const grantWhere = (matches: (kind: StoredKind) => boolean, ...actions: readonly TableAction[]): TableGrant =>
  Object.fromEntries(
    Object.entries<StoredKind>(entities)
      .filter(([, kind]) => matches(kind))
      .map(([name]) => [name, actions]),
  );

/** Whether a user's items of a kind are read by key. Others are read from an index. */
const isInPartitions = ({ ofPerson }: StoredKind): boolean =>
  ofPerson !== undefined && ('partitions' in ofPerson || 'namedBy' in ofPerson);

/** Whether an erasure deletes the items of a kind. It replaces the rights by a lock. */
const isRemoved = ({ type, onErase, ofPerson }: StoredKind): boolean =>
  onErase === 'delete' && type !== 'RIGHTS' && ofPerson !== undefined && !('gone' in ofPerson);

/** Reads all items of a user. */
const readsPeople = grantWhere(isInPartitions, 'Query');

/** What both workers need: where exports are, whose data it is, and how emails are sent. */
const workerParts = (scope: Construct, { stage, data }: Platform) => ({
  mail: {
    actions: ['ses:SendEmail'],
    resources: [Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: stage.ownMailFrom })],
  },
  workerEnv: {
    TABLE_NAME: data.table.table.tableName,
    EXPORTS_BUCKET: data.exports.bucketName,
    USER_POOL_ID: data.userPool.pool.userPoolId,
    MAIL_FROM: stage.ownMailFrom,
    SITE_URL_PARAMETER: parameterNames(stage).siteUrl,
  },
});

/** Makes exports. */
const createExporter = (scope: Construct, platform: Platform): AppFunction => {
  const { shared, table, names } = partsOf(platform);
  const { exports, userPool } = platform.data;
  const { mail, workerEnv } = workerParts(scope, platform);
  const worker = new AppFunction<ExportEnv>(scope, 'Exporter', {
    ...shared,
    folder: 'privacy-export',
    env: workerEnv,
    timeout: Duration.minutes(5),
    memory: 1024,
    errorImpact: 'Exports of data are not made. Asking again repeats them.',
  })
    .allow(mail)
    .allow({ actions: ['cognito-idp:ListUsers'], resources: [userPool.pool.userPoolArn] });
  readParameters(worker, names.siteUrl);
  useObjects(worker, exports, 'exports', 's3:PutObject');
  table.grant(
    worker,
    merged(
      grantWhere((kind) => isExported(kind) && isInPartitions(kind), 'Query'),
      {
        dataRequest: ['GetItem', 'PutItem', 'UpdateItem'],
        openExport: ['DeleteItem'],
      },
    ),
    ['gsi1'],
  );
  new EventTarget(scope, 'ExportRequested', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('DataRequested.v1', { requestType: ['export'] }) },
  });
  return worker;
};

/** What an erasure removes and changes. */
const erases = merged(
  grantWhere(isRemoved, 'DeleteItem'),
  grantWhere(({ references }) => references !== undefined, 'GetItem', 'UpdateItem'),
  grantWhere(
    ({ references }) =>
      references?.ofContent !== undefined || (references !== undefined && references.listed?.index === undefined),
    'Query',
  ),
  {
    rights: ['BatchGetItem', 'PutItem', 'UpdateItem'],
    consentCounts: ['UpdateItem'],
    billing: ['GetItem'],
    billingCounts: ['UpdateItem'],
    counted: ['GetItem'],
    counts: ['UpdateItem'],
    // The loads of the site.
    securityEvent: ['DeleteItem'],
    dataRequest: ['GetItem', 'PutItem', 'UpdateItem'],
    legalHold: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
    playlistReport: ['Query'],
  },
);

/** Mails withdraw links, and erases accounts. */
const createEraser = (scope: Construct, platform: Platform): AppFunction => {
  const { shared, table, names } = partsOf(platform);
  const { stage, data } = platform;
  const { mail, workerEnv } = workerParts(scope, platform);
  const worker = new AppFunction<EraseEnv>(scope, 'Eraser', {
    ...shared,
    folder: 'privacy-erase',
    env: {
      ...workerEnv,
      STAGE: stage.name,
      STRIPE_PARAMETER: names.stripe,
      GRACE_DAYS: String(stage.billing.graceDays),
      AUTOMATIC_TAX: String(stage.billing.automaticTax),
    },
    // Less than the schedule's period, so that runs do not overlap.
    timeout: Duration.minutes(14),
    memory: 512,
    errorImpact: 'Accounts whose users asked for it are not erased. They stay disabled, and the next run continues.',
  })
    .allow(mail)
    .allow({
      actions: ['ListUsers', 'AdminDisableUser', 'AdminUserGlobalSignOut', 'AdminDeleteUser'].map(
        (action) => `cognito-idp:${action}`,
      ),
      resources: [data.userPool.pool.userPoolArn],
    })
    .allow({ actions: ['s3:ListBucketVersions'], resources: [data.exports.bucketArn] });
  readParameters(worker, names.siteUrl, names.stripe);
  useObjects(worker, data.exports, 'exports', 's3:DeleteObjectVersion');
  table.grant(worker, merged(readsPeople, erases), ['gsi1', 'gsi2']);
  const target = { target: worker, failureQueue: shared.failureQueue };
  new EventTarget(scope, 'ErasureRequested', {
    ...target,
    on: { eventPattern: appEvent('DataRequested.v1', { requestType: ['erasure'] }) },
  });
  new EventTarget(scope, 'Clock', { ...target, on: { schedule: events.Schedule.rate(Duration.minutes(15)) } });
  return worker;
};

/**
 * Requests of users for their data: the API, the worker that makes exports, and the worker that erases accounts. What
 * the workers may read and delete follows from the registry. Requests are rare, so their events call the workers
 * directly. Erasures that are due are found by a schedule, which also continues those that were aborted.
 */
export const dataRequests: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { stage, data } = platform;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'data-requests',
    env: {
      ...apiEnv,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      EXPORTS_BUCKET: data.exports.bucketName,
      S3_PUBLIC_ENDPOINT: stage.s3PublicEndpoint,
    },
    errorImpact: 'Users cannot ask for their data or for its erasure. Requests that were made are processed.',
  });
  readParameters(api, names.cursorKey);
  publishEvents(api);
  useObjects(api, data.exports, 'exports', 's3:GetObject');
  table.grant(
    api,
    {
      rights: ['UpdateItem'],
      admins: ['UpdateItem'],
      dataRequest: ['GetItem', 'Query', 'PutItem'],
      legalHold: ['GetItem', 'ConditionCheckItem'],
    },
    ['gsi1'],
  );
  const workers = [createExporter(scope, platform), createEraser(scope, platform)];
  return { api, workers, alarmed: workers };
};
