import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListMultipartUploadsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { newAccountRights, type Rights } from '../../../lambdas/domain/accounts/actor.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { waitFor, type LocalStack } from './local-stack.ts';

/** Name of the stack that holds table and buckets. */
const DATA_STACK = 'Soundstage-local-Data';

/** Resources of the data stack by type: logical ids. */
const logicalIds = (dataFolder: string, type: string): readonly string[] => {
  const { Resources } = JSON.parse(readFileSync(join(dataFolder, 'cdk.out', 'Data.template.json'), 'utf8')) as {
    Resources: Record<string, { Type: string }>;
  };
  return Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id]) => id);
};

const one = (ids: readonly string[], prefix: string): string => {
  const found = ids.filter((id) => id.startsWith(prefix));
  if (found.length !== 1) throw new Error(`The template has ${found.length} resources ${prefix}…`);
  return `${DATA_STACK}-${found[0]}`;
};

/**
 * A running stack as its operator sees it, past the product: the whole table and every stored object. For tests alone,
 * to see what a call left behind and to make states that the product cannot make yet.
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

  /** Every item of the table. */
  const items = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const all: Record<string, unknown>[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      scans += 1;
      const page = await documents.send(
        new ScanCommand({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey }),
      );
      all.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return all;
  };

  /** Every version and every unfinished upload in a bucket, as `key version size`. */
  const objects = async (bucket: keyof typeof buckets): Promise<readonly string[]> => {
    const Bucket = buckets[bucket];
    const [{ Versions = [], DeleteMarkers = [], IsTruncated }, { Uploads = [] }] = await Promise.all([
      s3.send(new ListObjectVersionsCommand({ Bucket })),
      s3.send(new ListMultipartUploadsCommand({ Bucket })),
    ]);
    if (IsTruncated) throw new Error('More objects than a test should store');
    return [
      ...Versions.map(({ Key, VersionId, Size }) => `${Key} ${VersionId} ${Size}`),
      ...DeleteMarkers.map(({ Key, VersionId }) => `${Key} ${VersionId} deleted`),
      ...Uploads.map(({ Key, UploadId }) => `${Key} ${UploadId} unfinished`),
    ].sort();
  };

  return {
    settings,
    s3,
    tableName,
    buckets,
    items,
    objects,
    /** Hash of everything that is stored: table and both buckets. */
    async stateHash(): Promise<string> {
      const [table, uploads, media] = await Promise.all([items(), objects('uploads'), objects('media')]);
      // The audit log is sealed by the clock, whatever happens.
      const sorted = table
        .filter(({ pk }) => !String(pk).startsWith('AUDIT_'))
        .map((item) => JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))))
        .sort();
      return createHash('sha256')
        .update(JSON.stringify([sorted, uploads, media]))
        .digest('hex');
    },
    async put(...stored: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
      for (const Item of stored) await documents.send(new PutCommand({ TableName: tableName, Item }));
    },
    async remove(key: { readonly pk: string; readonly sk: string }): Promise<void> {
      await documents.send(new DeleteCommand({ TableName: tableName, Key: key }));
    },
    /** Writes what the table says of a person's rights. */
    async setRights(userId: string, rights: Partial<Rights>): Promise<void> {
      await documents.send(
        new PutCommand({ TableName: tableName, Item: rightsEntity.toItem({ ...newAccountRights(userId), ...rights }) }),
      );
    },
    /** The value of an SSM parameter, secret ones included. */
    async parameter(name: string): Promise<string> {
      const { Parameter } = await ssm.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
      return Parameter?.Value ?? '';
    },
    /** Scans that passed the database's door, but for the operator's own. */
    async productScans(): Promise<number> {
      const counters = (await (await fetch(`${url}/_local/database`)).json()) as Record<string, { calls: number }>;
      if (!counters['GetItem']?.calls) throw new Error('The counters do not count');
      return (counters['Scan']?.calls ?? 0) - scans;
    },
    close(): void {
      for (const client of [database, s3, ssm]) client.destroy();
    },
  };
};

export type Operator = ReturnType<typeof openOperator>;

/** Waits until nothing changes any more: workers that were told something have done it. */
export const settled = (operator: Operator): Promise<string> => {
  let last = '';
  let same = 0;
  return waitFor('a state that stays', async () => {
    const now = await operator.stateHash();
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= 5 ? now : undefined;
  });
};
