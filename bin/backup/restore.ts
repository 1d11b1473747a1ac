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
import { countedEntity, countsEntity } from '../../lambdas/data/admin/counts-repository.ts';
import { tableDefinition } from '../../lambdas/data/table/table-definition.ts';
import { RESTORED } from '../../lambdas/domain/changes/restored.ts';
import { RESTORING_VERSION } from '../../lambdas/domain/conversion/arrival.ts';
import { OperatorError, type StageResources } from '../operator.ts';
import type { StageClients } from './dump.ts';
import { openFolder, openJournal, type DumpFolder, type StoredObject } from './folder.ts';
import { decodeItem, referencesIn, type Reference, type StoredItem } from './item-text.ts';
import { hasVersion, storeObject } from './objects.ts';
import { inParallel } from './parallel.ts';
import { ensureUsers } from './users.ts';

/** Counts of a restore. */
export interface RestoreReport {
  readonly items: number;
  /** Accounts created because the pool lacked them; each needs a new password. */
  readonly usersCreated: number;
  readonly objects: number;
  /** Items that were in the table and were deleted. */
  readonly removed: number;
}

type Item = Readonly<Record<string, AttributeValue>>;

/** DynamoDB's limit per call. */
const BATCH = 25;
const FIRST_WAIT_MS = 50;
/** Objects uploaded in parallel; each buffers one part in memory. */
const STREAMS = 3;

const { partitionKey, sortKey } = tableDefinition;

/**
 * Types of items that a worker keeps in step with content items and users, in the order of writing and deleting, after
 * all other items. The worker also runs during a restore: it changes a counter only together with the record of what
 * was counted, and no longer once that record agrees with what it counts.
 */
const COUNTING: readonly string[] = [countedEntity.type, countsEntity.type];
const countingRank = ({ type }: Item): number => COUNTING.indexOf(type?.S ?? '');

/** Sends the writes, and repeats the unprocessed ones with a growing delay. */
const writeAll = async (
  database: DynamoDBClient,
  TableName: string,
  writes: readonly WriteRequest[],
): Promise<void> => {
  for (let start = 0; start < writes.length; start += BATCH) {
    let open: WriteRequest[] | undefined = writes.slice(start, start + BATCH);
    for (let wait = FIRST_WAIT_MS; open !== undefined && open.length > 0; wait *= 2) {
      const output: BatchWriteItemCommandOutput = await database.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: open } }),
      );
      open = output.UnprocessedItems?.[TableName];
      if (open && open.length > 0) await setTimeout(wait);
    }
  }
};

/** Keys and types of all items. */
const readKeys = async (database: DynamoDBClient, TableName: string): Promise<readonly Item[]> => {
  const keys: Item[] = [];
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await database.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ExclusiveStartKey,
        ProjectionExpression: '#pk, #sk, #type',
        ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey, '#type': 'type' },
      }),
    );
    keys.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return keys;
};

/** Empties the table when `replace` is set; otherwise requires it to be empty. */
const clear = async (database: DynamoDBClient, TableName: string, replace: boolean): Promise<number> => {
  const existing = await readKeys(database, TableName);
  if (existing.length > 0 && !replace) {
    throw new OperatorError(
      `The table of this stage contains ${existing.length} items. ` +
        'Restore into an empty stage, or add --replace to delete them first.',
    );
  }
  for (let rank = -1; rank < COUNTING.length; rank += 1)
    await writeAll(
      database,
      TableName,
      existing
        .filter((item) => countingRank(item) === rank)
        .map(({ type: _type, ...Key }) => ({ DeleteRequest: { Key } })),
    );
  return existing.length;
};

const sourceOf = (reference: Reference): string | undefined => ('source' in reference ? reference.source : undefined);
const namesSource = (value: StoredItem): boolean =>
  referencesIn(value).some((reference) => sourceOf(reference) !== undefined);

/**
 * Uploads the files of one bucket and returns each key's version. Resumes an interrupted restore from this folder;
 * `removeJournal` deletes the record of its progress.
 */
const storeObjects = async (
  s3: S3Client,
  resources: StageResources,
  bucket: StoredObject['bucket'],
  folder: DumpFolder,
): Promise<{ readonly versions: ReadonlyMap<string, string>; readonly removeJournal: () => void }> => {
  const Bucket = bucket === 'uploads' ? resources.UploadsBucket : resources.MediaBucket;
  const journal = openJournal<{ readonly key: string; readonly versionId: string }>(
    folder.path(`restored-${Bucket}.jsonl`),
    ({ key }) => key,
  );
  const versions = new Map<string, string>();
  await inParallel(
    folder.objects().filter((object) => object.bucket === bucket),
    STREAMS,
    async (object) => {
      const earlier = journal.find(object.key);
      const versionId =
        earlier && (await hasVersion(s3, Bucket, earlier))
          ? earlier.versionId
          : await storeObject(s3, Bucket, object, folder);
      if (versionId !== earlier?.versionId) journal.add({ key: object.key, versionId });
      versions.set(object.key, versionId);
    },
  );
  return { versions, removeJournal: journal.remove };
};

/**
 * Restores a dump into a stage. Creates accounts that the pool lacks, without an email. The order prevents the product
 * from reacting to what arrives: renditions first; then items, with sealed sources so that their arrival starts no
 * conversion; then the sources; then the items that name a source, with its new version; last the counters. Run an
 * interrupted restore again to complete it. Throws OperatorError for a damaged dump and for a table that is not empty.
 */
export const restoreStage = async (
  { database, s3, accounts }: StageClients,
  resources: StageResources,
  path: string,
  { replace }: { readonly replace: boolean },
): Promise<RestoreReport> => {
  const folder = openFolder(path);
  await folder.verify();
  const removed = await clear(database, resources.TableName, replace);
  const { ids, created } = await ensureUsers(accounts, resources.UserPoolId, folder.users());
  const media = await storeObjects(s3, resources, 'media', folder);

  const items = folder.items();
  const resolver =
    (versions: ReadonlyMap<string, string>) =>
    (reference: Reference): string => {
      const id = 'user' in reference ? ids.get(reference.user) : versions.get(reference.source);
      if (id === undefined)
        throw new OperatorError(
          `The dump refers to ${'user' in reference ? reference.user : reference.source} but does not contain it.`,
        );
      return id;
    };
  const put = (item: Item): WriteRequest => ({ PutRequest: { Item: { ...item, [RESTORED]: { BOOL: true } } } });
  const independent = items.filter((item) => !namesSource(item));
  const decoded = independent.map((item) => decodeItem(item, resolver(new Map())));
  const sourceBound = items.filter(namesSource);
  // An item with the version in its key can only be written once the version is known.
  const sealed = sourceBound.filter(
    ({ [partitionKey]: pk, [sortKey]: sk }) =>
      !namesSource({ pk: pk as StoredItem[string], sk: sk as StoredItem[string] }),
  );
  const seals = new Map(
    sourceBound
      .flatMap(referencesIn)
      .map(sourceOf)
      .filter((key) => key !== undefined)
      .map((key) => [key, RESTORING_VERSION]),
  );
  await writeAll(database, resources.TableName, decoded.filter((item) => countingRank(item) < 0).map(put));
  await writeAll(
    database,
    resources.TableName,
    sealed.map((item) =>
      put({
        ...decodeItem(item, resolver(seals)),
        source_version_id: { S: RESTORING_VERSION },
      }),
    ),
  );
  const uploads = await storeObjects(s3, resources, 'uploads', folder);
  await writeAll(
    database,
    resources.TableName,
    sourceBound.map((item) => put(decodeItem(item, resolver(uploads.versions)))),
  );
  for (const type of COUNTING)
    await writeAll(database, resources.TableName, decoded.filter((item) => item['type']?.S === type).map(put));
  // Leaves the folder as it was written, so that its files compare equal with another dump.
  media.removeJournal();
  uploads.removeJournal();
  return { items: items.length, usersCreated: created, objects: folder.objects().length, removed };
};
