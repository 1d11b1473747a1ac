import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateMultipartUploadCommand,
  PutBucketCorsCommand,
  PutPublicAccessBlockCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { startLocalCloud, type LocalCloudOptions, type RunningCloud } from '../../../infra/local/boot.ts';
import type { Clock } from '../../../infra/local/clock.ts';
import { withoutSourceMaps } from '../../../infra/local/functions/environment.ts';
import { createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createTable } from '../../../lambdas/data/table/table.ts';
import { openApi } from '../api.ts';
import { sharedDatabase } from '../shared-database.ts';
import { waitFor } from './local-stack.ts';
import { openSession } from './session.ts';

/** Starts a local cloud in the test's own process, on free ports and with the database that test files share. */
export const startTestCloud = (
  options: Omit<LocalCloudOptions, 'port' | 'inMemory' | 'database'>,
): Promise<RunningCloud> =>
  startLocalCloud({
    port: 0,
    inMemory: true,
    ...sharedDatabase(),
    ...options,
    variables: { ...withoutSourceMaps, ...options.variables },
  });

/** The system clock plus an offset that a test sets. */
export interface ShiftedClock extends Clock {
  /** Milliseconds. */
  shift(by: number): void;
}

/** Creates the clock; timers run in real time. */
export const createShiftedClock = ({ now, after }: Clock): ShiftedClock => {
  let shifted = 0;
  return { now: () => now() + shifted, after, shift: (by) => void (shifted += by) };
};

/** Milliseconds that the processing of a short file can take while the machine does much else. */
const PROCESSING_MS = 120_000;

/** A key of the table. */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** A local cloud that runs in the test's own process, with clients for its users and for direct access. */
export const openCloud = async (cloud: RunningCloud) => {
  const settings = {
    region: cloud.env['AWS_REGION'] ?? '',
    endpoint: cloud.env['AWS_ENDPOINT_URL'] ?? '',
    credentials: {
      accessKeyId: cloud.env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: cloud.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  };
  const database = new DynamoDBClient(settings);
  const documents = DynamoDBDocumentClient.from(database);
  const s3 = new S3Client({ ...settings, forcePathStyle: true });
  const TableName = cloud.outputs['Soundstage-local-Data']?.['TableName'] ?? '';
  const session = await openSession(cloud.url);
  const api = openApi(cloud.url);

  const read = async (Key: ItemKey): Promise<Record<string, unknown> | undefined> =>
    (await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  return {
    session,
    api,
    read,
    /** An environment variable that the template sets for a function. */
    variable(folder: string, name: string): string {
      const value = cloud.functions.find(folder)?.environment[name];
      if (value === undefined) throw new Error(`${folder} has no variable ${name}`);
      return value;
    },
    /** The items of a partition; with a prefix, only those whose sort key starts with it. */
    async items(pk: string, prefix?: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
      const query = new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix === undefined ? {} : { ':prefix': prefix }) },
      });
      return (await documents.send(query)).Items ?? [];
    },
    /** A client of the table with the permissions of a role. */
    asRole(roleArn: string) {
      const { accessKeyId, secretAccessKey } = cloud.assumeRole(roleArn);
      const client = new DynamoDBClient({ ...settings, credentials: { accessKeyId, secretAccessKey } });
      const documentsOfRole = DynamoDBDocumentClient.from(client);
      const change = { UpdateExpression: 'SET #n = :v', ExpressionAttributeNames: { '#n': 'name' } };
      return {
        /** Tries to store, change or delete an item. */
        async write(action: 'PutItem' | 'UpdateItem' | 'DeleteItem', Key: ItemKey): Promise<void> {
          if (action === 'PutItem') await documentsOfRole.send(new PutCommand({ TableName, Item: Key }));
          else if (action === 'DeleteItem') await documentsOfRole.send(new DeleteCommand({ TableName, Key }));
          else
            await documentsOfRole.send(
              new UpdateCommand({ TableName, Key, ...change, ExpressionAttributeValues: { ':v': 'x' } }),
            );
        },
        close: () => client.destroy(),
      };
    },
    /** Stores an item, bypassing the product. */
    put: async (Item: Readonly<Record<string, unknown>>): Promise<void> =>
      void (await documents.send(new PutCommand({ TableName, Item }))),
    remove: async (Key: ItemKey): Promise<void> => void (await documents.send(new DeleteCommand({ TableName, Key }))),
    /** Removes up to 100 items in one transaction. */
    async removeTogether(keys: readonly ItemKey[]): Promise<void> {
      await documents.send(
        new TransactWriteCommand({ TransactItems: keys.map((Key) => ({ Delete: { TableName, Key } })) }),
      );
    },
    /** Sets attributes of an item, bypassing the product. */
    async change(Key: ItemKey, values: Readonly<Record<string, unknown>>): Promise<void> {
      const names = Object.keys(values);
      await documents.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: `SET ${names.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
          ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:v${index}`, values[name]])),
        }),
      );
    },
    /** Waits until an item exists and meets a condition. */
    until: (what: string, key: ItemKey, matches: (item: Record<string, unknown>) => boolean) =>
      waitFor(
        what,
        async () => {
          const item = await read(key);
          return item && matches(item) ? item : undefined;
        },
        PROCESSING_MS,
      ),
    /** The newest mail or SMS to an address or number whose subject and text match; waits for one. */
    mailTo: (address: string, subject = /./, text = /./) =>
      waitFor(`mail to ${address}`, async () =>
        cloud.mailbox.list({ to: address }).find((mail) => subject.test(mail.subject) && text.test(mail.body)),
      ),
    /** Creates an account and signs in. It has rights but no profile, as when storing the profile failed. */
    async person(username: string, options: { readonly admin?: boolean } = {}): Promise<string> {
      const password = 'Soundstage-demo-1';
      const { sub } = await cloud.cognito.seedUser({
        poolId: session.config.userPoolId,
        username,
        email: `${username}@example.org`,
        password,
      });
      const rights = createRightsRepository(createTable(documents, TableName));
      if (options.admin) await rights.grantAdmin(sub, { another: true });
      else await rights.createIfMissing(sub);
      return session.signIn(username, password);
    },
    /** Starts a multipart upload and leaves it unfinished. */
    startParts: async (Bucket: string, Key: string): Promise<void> =>
      void (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))),
    /** Changes what the template declares about a bucket, as someone could in the console of AWS. */
    async disturbBucket(Bucket: string): Promise<void> {
      const CORSRules = [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://elsewhere.example'] }];
      await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
      const PublicAccessBlockConfiguration = { BlockPublicAcls: true, RestrictPublicBuckets: false };
      await s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
    },
    /** Runs a function by its folder, as its schedule does. Throws when it fails. */
    async run(folder: string, event: object = {}): Promise<void> {
      const { error, logs } = await cloud.invoke(folder, event);
      if (error) throw new Error(`${folder} failed: ${error.errorMessage}\n${logs.join('\n')}`);
    },
    close(): void {
      session.close();
      api.close();
      for (const client of [database, s3]) client.destroy();
    },
  };
};

export type OpenCloud = Awaited<ReturnType<typeof openCloud>>;
