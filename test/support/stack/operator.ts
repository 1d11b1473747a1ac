import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttributeValue, DynamoDBClient, ScanCommand as RawScanCommand } from '@aws-sdk/client-dynamodb';
import { ListMultipartUploadsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { BatchWriteCommand, DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { WRITES, type Counters } from '../../../infra/local/engines/dynamodb/operations.ts';
import { securityEventEntity } from '../../../lambdas/data/admin/security-event-repository.ts';
import { HEARTBEAT_KEY } from '../../../lambdas/contract/delivery/heartbeat.ts';
import { planEntity } from '../../../lambdas/data/billing/plan-entity.ts';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { newAccountRights, type CallerRights } from '../../../lambdas/domain/accounts/actor.ts';
import { visitorCalls } from '../../../lambdas/domain/limits/rate-limit.ts';
import { visitorName } from '../../../lambdas/domain/limits/visitor-limit.ts';
import { rateCounterEntity } from '../../../lambdas/data/people/rate-counter-repository.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { StripeSettings } from '../../../lambdas/platform/stripe/settings.ts';
import { parameterNames } from '../../../infra/parameter-names.ts';
import { stages } from '../../../infra/stages.ts';
import type { WebhookSecrets } from '../rows/webhook-rows.ts';
import type { ConversionJob } from './console.ts';
import { waitFor, type LocalStack } from './local-stack.ts';

/** Name of the stack with the table and the buckets. */
const DATA_STACK = 'Soundstage-local-Data';

/** Logical IDs of the data stack's resources of a type. */
const logicalIds = (dataFolder: string, type: string): readonly string[] => {
  const { Resources } = JSON.parse(readFileSync(join(dataFolder, 'cdk.out', 'Data.template.json'), 'utf8')) as {
    Resources: Record<string, { Type: string }>;
  };
  return Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id]) => id);
};

/** Most items that one call stores. */
const MAX_BATCH = 25;

const one = (ids: readonly string[], prefix: string): string => {
  const found = ids.filter((id) => id.startsWith(prefix));
  if (found.length !== 1) throw new Error(`The template has ${found.length} resources ${prefix}…`);
  return `${DATA_STACK}-${found[0]}`;
};

/**
 * Partitions of workers that run independently of calls: the seals of the audit log, what was delivered and what the
 * monitor knows of it, and the sums of plays.
 */
export const SCHEDULED = /^(AUDIT_|WATCH#|DELIVER|LOGFILE#|ROLLUP#|STATS#|QUALITY#|STREAMS#|TOP#|PLAYED_MONTH#)/;

/**
 * Direct access to a running stack's table and stored objects, bypassing the product. For tests only: to read the
 * resulting state and to create states that the product cannot create.
 */
export const openOperator = ({ dataFolder, url }: Pick<LocalStack, 'dataFolder' | 'url'>) => {
  const { env } = JSON.parse(readFileSync(join(dataFolder, 'endpoint.json'), 'utf8')) as {
    env: Record<string, string>;
  };
  const settings = {
    region: env['AWS_REGION'] ?? '',
    endpoint: env['AWS_ENDPOINT_URL'] ?? '',
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
  };
  const database = new DynamoDBClient(settings);
  const documents = DynamoDBDocumentClient.from(database);
  const s3 = new S3Client({ ...settings, forcePathStyle: true });
  const ssm = new SSMClient(settings);
  const tableName = one(logicalIds(dataFolder, 'AWS::DynamoDB::Table'), 'Table');
  const bucketIds = logicalIds(dataFolder, 'AWS::S3::Bucket');
  const buckets = { uploads: one(bucketIds, 'Uploads').toLowerCase(), media: one(bucketIds, 'Media').toLowerCase() };
  let scans = 0;

  /** Runs a scan page by page. */
  const scanAll = async <T>(
    scan: (from: Record<string, T> | undefined) => Promise<{
      readonly Items?: Record<string, T>[] | undefined;
      readonly LastEvaluatedKey?: Record<string, T> | undefined;
    }>,
  ): Promise<Record<string, T>[]> => {
    const all: Record<string, T>[] = [];
    let from: Record<string, T> | undefined;
    do {
      scans += 1;
      const page = await scan(from);
      all.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from);
    return all;
  };
  const scanInput = { TableName: tableName, ConsistentRead: true };

  /** Every item of the table. */
  const items = (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    scanAll<unknown>((from) => documents.send(new ScanCommand({ ...scanInput, ExclusiveStartKey: from })));

  /** Every item as the database stores it: to convert it takes longer than to read it. */
  const rawItems = (): Promise<readonly Record<string, AttributeValue>[]> =>
    scanAll<AttributeValue>((from) => database.send(new RawScanCommand({ ...scanInput, ExclusiveStartKey: from })));

  /** The calls of the database so far. */
  const calls = async (): Promise<Counters> => (await (await fetch(`${url}/_local/database`)).json()) as Counters;

  /** Every object version and unfinished upload in a bucket, as `key version size`. */
  const objects = async (bucket: keyof typeof buckets): Promise<readonly string[]> => {
    const Bucket = buckets[bucket];
    const [{ Versions = [], DeleteMarkers = [], IsTruncated }, { Uploads = [] }] = await Promise.all([
      s3.send(new ListObjectVersionsCommand({ Bucket })),
      s3.send(new ListMultipartUploadsCommand({ Bucket })),
    ]);
    if (IsTruncated) throw new Error('The bucket has more objects than one page lists');
    return [
      // A schedule stores the heartbeat, independently of calls.
      ...Versions.filter(({ Key }) => Key !== HEARTBEAT_KEY).map(
        ({ Key, VersionId, Size }) => `${Key} ${VersionId} ${Size}`,
      ),
      ...DeleteMarkers.map(({ Key, VersionId }) => `${Key} ${VersionId} deleted`),
      ...Uploads.map(({ Key, UploadId }) => `${Key} ${UploadId} unfinished`),
    ].sort();
  };

  /** The value of an SSM parameter; secret ones are decrypted. */
  const parameter = async (name: string): Promise<string> => {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
    return Parameter?.Value ?? '';
  };

  /** Stores items. Of items with the same key, the last one stays. */
  const put = async (...stored: readonly Readonly<Record<string, unknown>>[]): Promise<void> => {
    const byKey = new Map(stored.map((item) => [JSON.stringify([item['pk'], item['sk']]), item]));
    const requests = [...byKey.values()].map((Item) => ({ PutRequest: { Item } }));
    for (let from = 0; from < requests.length; from += MAX_BATCH) {
      const batch = { [tableName]: requests.slice(from, from + MAX_BATCH) };
      const { UnprocessedItems = {} } = await documents.send(new BatchWriteCommand({ RequestItems: batch }));
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('The database did not store all items');
    }
  };
  const remove = async (key: { readonly pk: string; readonly sk: string }): Promise<void> => {
    await documents.send(new DeleteCommand({ TableName: tableName, Key: key }));
  };

  return {
    settings,
    s3,
    tableName,
    buckets,
    items,
    objects,
    /**
     * Hash of everything stored: the table and both buckets. Rate counters, used proofs and the last activity
     * of smart tokens, what rejected calls leave in the security center, and what workers store on schedules are left
     * out.
     */
    async stateHash(): Promise<string> {
      const [table, uploads, media] = await Promise.all([rawItems(), objects('uploads'), objects('media')]);
      const sorted = table
        .filter(({ pk, type, success }) => {
          const isRejection = type?.S === securityEventEntity.type && success?.BOOL === false;
          const partition = pk?.S ?? '';
          const isLeftOut = SCHEDULED.test(partition) || /^(RATE#|PROOF#|ALERT#|ALERT_WINDOW#)/.test(partition);
          return !isLeftOut && !isRejection;
        })
        .map(({ last_activity: _used, ...item }) =>
          JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))),
        )
        .sort();
      return createHash('sha256')
        .update(JSON.stringify([sorted, uploads, media]))
        .digest('hex');
    },
    put,
    remove,
    /** Starts the count of visitors' calls from this machine again, for tests that make more than the limit allows. */
    async resetVisitorCalls(): Promise<void> {
      const key = await parameter(parameterNames(stages.local).cursorKey);
      const subject = visitorName(key, '127.0.0.1', Date.now());
      await remove(rateCounterEntity.key({ rule: visitorCalls.name, subject }));
    },
    /** Stores a user's rights and plan, and sessions that are given; undefined ones are removed. */
    async setRights(userId: string, { plan = 'free', ...rights }: Partial<CallerRights>): Promise<void> {
      const ids = { user_id: userId };
      await put(
        rightsEntity.toItem({ ...newAccountRights(userId), ...rights }),
        planEntity.toItem({ ...ids, plan, source: plan === 'free' ? 'free' : 'manual' }),
      );
      if (!('sessions' in rights)) return;
      if (rights.sessions) await put(sessionsEntity.toItem({ ...ids, sessions: { ...rights.sessions } }));
      else await remove(sessionsEntity.key(ids));
    },
    parameter,
    /** The secrets with which services sign their webhooks. */
    async webhookSecrets(): Promise<WebhookSecrets> {
      const { webhookSecrets } = StripeSettings.parse(JSON.parse(await parameter(parameterNames(stages.local).stripe)));
      return { stripe: webhookSecrets[0] ?? '' };
    },
    /** Scans of the table, not counting those of this object. */
    async productScans(): Promise<number> {
      const counters = await calls();
      if (!counters['GetItem']?.calls) throw new Error('The database counters are not working');
      return (counters['Scan']?.calls ?? 0) - scans;
    },
    /** Writes to the table, those of this object included. */
    async writes(): Promise<number> {
      const counters = await calls();
      return [...WRITES].reduce((sum, operation) => sum + (counters[operation]?.calls ?? 0), 0);
    },
    /** Whether a file is being converted. That can take seconds in which nothing is written. */
    async isConverting(): Promise<boolean> {
      const { jobs } = (await (await fetch(`${url}/_local/conversions?limit=500`)).json()) as {
        readonly jobs: readonly ConversionJob[];
      };
      return jobs.some(({ status }) => status === 'SUBMITTED' || status === 'PROGRESSING');
    },
    close(): void {
      for (const client of [database, s3, ssm]) client.destroy();
    },
  };
};

export type Operator = ReturnType<typeof openOperator>;

/**
 * Polls without a write after which workers have processed their messages. They take more than a second, in which the
 * next function that a message passes starts.
 */
const QUIET_POLLS = 20;

/** Waits until nothing changes any more: files are converted, and workers have processed their messages. */
export const settledState = async (operator: Operator): Promise<string> => {
  let last = -1;
  let same = 0;
  await waitFor('a state that stays', async () => {
    const now = await operator.writes();
    same = now === last && !(await operator.isConverting()) ? same + 1 : 0;
    last = now;
    return same >= QUIET_POLLS;
  });
  return operator.stateHash();
};
