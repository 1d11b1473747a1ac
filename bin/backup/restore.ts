import {
  BatchWriteItemCommand,
  ScanCommand,
  type AttributeValue,
  type BatchWriteItemCommandOutput,
  type DynamoDBClient,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { setTimeout } from 'node:timers/promises';
import { tableDefinition } from '../../lambdas/data/table/table-definition.ts';
import { sealedSource } from '../../lambdas/domain/conversion/arrival.ts';
import { OperatorError, type StageResources } from '../operator.ts';
import type { StageClients } from './dump.ts';
import { openFolder, openJournal, type DumpFolder, type StoredObject } from './folder.ts';
import { decodeItem, referencesIn, type Reference, type StoredItem } from './item-text.ts';
import { hasVersion, storeObject } from './objects.ts';
import { inParallel } from './parallel.ts';
import { ensureUsers } from './users.ts';

/** What a restore did. */
export interface RestoreReport {
  readonly items: number;
  /** Accounts that the pool lacked; each needs a new password. */
  readonly usersMade: number;
  readonly objects: number;
  /** Items that stood in the table and were removed. */
  readonly removed: number;
}

type Item = Readonly<Record<string, AttributeValue>>;

/** DynamoDB's own limit on one call. */
const BATCH = 25;
const FIRST_WAIT_MS = 50;
/** Objects that are stored at once; each holds one part in memory. */
const STREAMS = 3;

const { partitionKey, sortKey } = tableDefinition;

/** Sends the writes, again and more slowly what the table did not take. */
const writeAll = async (
  database: DynamoDBClient,
  TableName: string,
  writes: readonly WriteRequest[],
): Promise<void> => {
  for (let start = 0; start < writes.length; start += BATCH) {
    let open: WriteRequest[] | undefined = writes.slice(start, start + BATCH);
    for (let wait = FIRST_WAIT_MS; open !== undefined && open.length > 0; wait *= 2) {
      const answer: BatchWriteItemCommandOutput = await database.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: open } }),
      );
      open = answer.UnprocessedItems?.[TableName];
      if (open && open.length > 0) await setTimeout(wait);
    }
  }
};

const readKeys = async (database: DynamoDBClient, TableName: string): Promise<readonly Item[]> => {
  const keys: Item[] = [];
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await database.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ExclusiveStartKey,
        ProjectionExpression: '#pk, #sk',
        ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
      }),
    );
    keys.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return keys;
};

/** Empties the table where that was asked for, and refuses it otherwise unless it is empty. */
const clear = async (database: DynamoDBClient, TableName: string, replace: boolean): Promise<number> => {
  const standing = await readKeys(database, TableName);
  if (standing.length > 0 && !replace) {
    throw new OperatorError(
      `The table of this stage holds ${standing.length} items. A restore goes into an empty one; with --replace these items are removed first.`,
    );
  }
  await writeAll(
    database,
    TableName,
    standing.map((Key) => ({ DeleteRequest: { Key: { ...Key } } })),
  );
  return standing.length;
};

const sourceOf = (reference: Reference): string | undefined => ('source' in reference ? reference.source : undefined);
const namesSource = (value: StoredItem): boolean =>
  referencesIn(value).some((reference) => sourceOf(reference) !== undefined);

/**
 * Stores the files of one bucket and answers each key's version. Goes on where a restore from this folder was cut;
 * `forget` removes the note of how far it came.
 */
const storeObjects = async (
  s3: S3Client,
  home: StageResources,
  bucket: StoredObject['bucket'],
  folder: DumpFolder,
): Promise<{ readonly versions: ReadonlyMap<string, string>; readonly forget: () => void }> => {
  const Bucket = bucket === 'uploads' ? home.UploadsBucket : home.MediaBucket;
  const journal = openJournal<{ readonly key: string; readonly versionId: string }>(
    folder.path(`restored-${Bucket}.jsonl`),
    ({ key }) => key,
  );
  const versions = new Map<string, string>();
  await inParallel(
    folder.objects().filter((object) => object.bucket === bucket),
    STREAMS,
    async (object) => {
      const before = journal.find(object.key);
      const versionId =
        before && (await hasVersion(s3, Bucket, before))
          ? before.versionId
          : await storeObject(s3, Bucket, object, folder);
      if (versionId !== before?.versionId) journal.add({ key: object.key, versionId });
      versions.set(object.key, versionId);
    },
  );
  return { versions, forget: journal.forget };
};

/**
 * Puts a dump into a stage. Accounts that the pool lacks are made, without a mail. The order keeps the product from
 * acting on what it sees arrive: renditions first; then the items, with the sources sealed so that their arrival starts
 * no conversion; then the sources; then what names a source, with the version under which it stands now. A restore that
 * was cut is begun again. Throws OperatorError for a dump that is not what was written and for a table that is not
 * empty.
 */
export const restoreStage = async (
  { database, s3, accounts }: StageClients,
  home: StageResources,
  path: string,
  { replace }: { readonly replace: boolean },
): Promise<RestoreReport> => {
  const folder = openFolder(path);
  await folder.verify();
  const removed = await clear(database, home.TableName, replace);
  const { ids, made } = await ensureUsers(accounts, home.UserPoolId, folder.users());
  const media = await storeObjects(s3, home, 'media', folder);

  const items = folder.items();
  const resolver =
    (versions: ReadonlyMap<string, string>) =>
    (reference: Reference): string => {
      const id = 'user' in reference ? ids.get(reference.user) : versions.get(reference.source);
      if (id === undefined)
        throw new OperatorError(
          `The dump names ${'user' in reference ? reference.user : reference.source}, but does not hold it.`,
        );
      return id;
    };
  const put = (item: Item): WriteRequest => ({ PutRequest: { Item: { ...item } } });
  const free = items.filter((item) => !namesSource(item));
  const bound = items.filter(namesSource);
  // What carries the version in its key can only be written once that is known.
  const sealed = bound.filter(
    ({ [partitionKey]: pk, [sortKey]: sk }) =>
      !namesSource({ pk: pk as StoredItem[string], sk: sk as StoredItem[string] }),
  );
  const seals = new Map(
    bound
      .flatMap(referencesIn)
      .map(sourceOf)
      .filter((key) => key !== undefined)
      .map((key) => [key, sealedSource.source_version_id]),
  );
  await writeAll(
    database,
    home.TableName,
    free.map((item) => put(decodeItem(item, resolver(new Map())))),
  );
  await writeAll(
    database,
    home.TableName,
    sealed.map((item) =>
      put({
        ...decodeItem(item, resolver(seals)),
        source_version_id: { S: sealedSource.source_version_id },
        source_sequencer: { S: sealedSource.source_sequencer },
      }),
    ),
  );
  const uploads = await storeObjects(s3, home, 'uploads', folder);
  await writeAll(
    database,
    home.TableName,
    bound.map((item) => put(decodeItem(item, resolver(uploads.versions)))),
  );
  // The folder is again what was written, so that it compares with another dump by its files.
  media.forget();
  uploads.forget();
  return { items: items.length, usersMade: made, objects: folder.objects().length, removed };
};
