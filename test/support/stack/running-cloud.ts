import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import type { Clock } from '../../../infra/local/clock.ts';
import { createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createTable } from '../../../lambdas/data/table/table.ts';
import { openApi } from '../api.ts';
import { waitFor } from './local-stack.ts';
import { openSession } from './session.ts';

/** The system's clock plus what a test adds. */
export interface ShiftedClock extends Clock {
  /** Milliseconds. */
  shift(by: number): void;
}

/** Makes the clock; timers run as the system's. */
export const createShiftedClock = ({ now, after }: Clock): ShiftedClock => {
  let shifted = 0;
  return { now: () => now() + shifted, after, shift: (by) => void (shifted += by) };
};

/** An attempt's or upload's key in the table. */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** A local cloud that runs in the test's own process, with its people and its operator. */
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
    /** The value of a variable that the template gives a function. */
    variable(folder: string, name: string): string {
      const value = cloud.functions.find(folder)?.environment[name];
      if (value === undefined) throw new Error(`${folder} has no variable ${name}`);
      return value;
    },
    /** The items of a partition whose sort key begins so. */
    async items(pk: string, prefix = ''): Promise<readonly Readonly<Record<string, unknown>>[]> {
      const query = new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      });
      return (await documents.send(query)).Items ?? [];
    },
    /** Stores an item, past the product. */
    put: async (Item: Readonly<Record<string, unknown>>): Promise<void> =>
      void (await documents.send(new PutCommand({ TableName, Item }))),
    remove: async (Key: ItemKey): Promise<void> => void (await documents.send(new DeleteCommand({ TableName, Key }))),
    /** Sets attributes of an item, past the product. */
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
    /** Waits until an item is there and as it should be. */
    until: (what: string, key: ItemKey, holds: (item: Record<string, unknown>) => boolean) =>
      waitFor(
        what,
        async () => {
          const item = await read(key);
          return item && holds(item) ? item : undefined;
        },
        20_000,
      ),
    /** Newest mail to an address, about something; waits for one. */
    mailTo: (address: string, subject = /./) =>
      waitFor(`mail to ${address}`, async () =>
        cloud.mailbox.list({ to: address }).find((mail) => subject.test(mail.subject)),
      ),
    /** Makes an account and signs it in. Its profile is not there yet, as when the confirmation trigger failed. */
    async person(username: string, options: { readonly admin?: boolean } = {}): Promise<string> {
      const password = 'Soundstage-demo-1';
      const { sub } = await cloud.cognito.seedUser({
        poolId: session.config.userPoolId,
        username,
        email: `${username}@example.org`,
        password,
      });
      if (options.admin)
        await createRightsRepository(createTable(documents, TableName)).grantAdmin(sub, { another: true });
      return session.signIn(username, password);
    },
    /** Begins a multipart upload and leaves it. */
    startParts: async (Bucket: string, Key: string): Promise<void> =>
      void (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))),
    /** Runs a function by its folder, as its schedule does. @throws Error when it fails */
    async run(folder: string): Promise<void> {
      const { error, logs } = await cloud.invoke(folder, {});
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
