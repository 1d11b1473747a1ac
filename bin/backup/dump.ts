import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { S3Client } from '@aws-sdk/client-s3';
import { tableDefinition } from '../../lambdas/data/table/table-definition.ts';
import { RESTORED } from '../../lambdas/domain/changes/restored.ts';
import { OperatorError, type StageResources } from '../operator.ts';
import { openFolder, openJournal, type DumpFolder, type StoredObject } from './folder.ts';
import { encodeItem, type Reference, type StoredItem } from './item-text.ts';
import { currentObjects, fetchObject, type CurrentObject } from './objects.ts';
import { inParallel } from './parallel.ts';
import { listUsers } from './users.ts';

/** Clients of the services that store a stage's data. */
export interface StageClients {
  readonly database: DynamoDBClient;
  readonly s3: S3Client;
  readonly accounts: Pick<CognitoIdentityProviderClient, 'send'>;
}

/** Counts of a dump. */
export interface DumpReport {
  readonly items: number;
  /** Items that expire within a day. */
  readonly transient: number;
  readonly users: number;
  /** Accounts without a verified address. */
  readonly unverified: number;
  /** Undefined without files. */
  readonly objects: number | undefined;
  /** Digest of the whole dump; equal dumps have equal digests. */
  readonly digest: string;
}

/**
 * Seconds. Items that expire sooner describe the current hour (a play, a ticket, an open connection) and mean nothing
 * in another stage.
 */
const TRANSIENT_SECONDS = 25 * 60 * 60;
/** Objects read in parallel. */
const STREAMS = 4;

const isTransient = (item: Readonly<Record<string, AttributeValue>>, now: number): boolean => {
  const expires = item[tableDefinition.timeToLiveAttribute]?.N;
  return expires !== undefined && Number(expires) < now / 1000 + TRANSIENT_SECONDS;
};

const canonicalKey = ({ [tableDefinition.partitionKey]: pk, [tableDefinition.sortKey]: sk }: StoredItem): string =>
  `${JSON.stringify(pk)} ${JSON.stringify(sk)}`;

const ACCOUNT_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Rejects an account ID that was not replaced by a reference: after a restore it would match no account. */
const rejectUnreplacedIds = (line: string, references: ReadonlyMap<string, Reference>): void => {
  const unreplaced = (line.match(ACCOUNT_ID) ?? []).find((id) => references.has(id));
  if (unreplaced !== undefined)
    throw new Error(
      `An item contains an account ID inside other text, where a restore cannot replace it: ${line.slice(0, 200)}`,
    );
};

/** Every item of the table, sorted by key. Keeps all of them in memory: about 1 GB for a million items. */
const readItems = async (
  database: DynamoDBClient,
  TableName: string,
  references: ReadonlyMap<string, Reference>,
  now: number,
) => {
  const lines: (readonly [key: string, line: string])[] = [];
  let transient = 0;
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await database.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }));
    for (const item of page.Items ?? []) {
      if (isTransient(item, now)) {
        transient += 1;
        continue;
      }
      const { [RESTORED]: _restored, ...lasting } = item;
      const stored = encodeItem(lasting, references);
      const line = JSON.stringify(stored);
      rejectUnreplacedIds(line, references);
      lines.push([canonicalKey(stored), line]);
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return { lines: lines.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line), transient };
};

interface Fetched {
  readonly object: StoredObject;
  readonly versionId: string;
}

/**
 * Downloads the files of both buckets, with the version IDs of uploads. Resumes an interrupted dump into this folder.
 */
const readObjects = async (s3: S3Client, resources: StageResources, folder: DumpFolder) => {
  const name = (bucket: string, { key, versionId }: CurrentObject): string => `${bucket} ${key} ${versionId}`;
  const journal = openJournal<Fetched>(folder.path('journal.jsonl'), ({ object, versionId }) =>
    name(object.bucket, { key: object.key, versionId }),
  );
  const found: Fetched[] = [];
  for (const [bucket, Bucket] of [
    ['media', resources.MediaBucket],
    ['uploads', resources.UploadsBucket],
  ] as const) {
    await inParallel(currentObjects(s3, Bucket), STREAMS, async (current) => {
      let entry = journal.find(name(bucket, current));
      if (!entry) {
        entry = { object: await fetchObject(s3, Bucket, bucket, current, folder), versionId: current.versionId };
        journal.add(entry);
      }
      found.push(entry);
    });
  }
  const order = ({ object }: Fetched): string => `${object.bucket} ${object.key}`;
  return { found: found.sort((a, b) => (order(a) < order(b) ? -1 : 1)), removeJournal: journal.remove };
};

/**
 * Dumps a stage's data into a folder: items, accounts without passwords and, unless `files` is false, the current
 * version of every object. Dumps of the same state are identical byte for byte. A change during the dump may be only
 * partly in it, so the stage should be idle. `now` is in epoch milliseconds. Throws OperatorError for a folder that
 * contains a dump.
 */
export const dumpStage = async (
  { database, s3, accounts }: StageClients,
  resources: StageResources,
  path: string,
  { files, now }: { readonly files: boolean; readonly now: number },
): Promise<DumpReport> => {
  const folder = openFolder(path);
  if (folder.isComplete()) throw new OperatorError(`${path} already contains a dump. Choose a new folder.`);
  folder.create();
  const { users, unverified } = await listUsers(accounts, resources.UserPoolId);
  const objects = files ? await readObjects(s3, resources, folder) : undefined;
  const references = new Map<string, Reference>(users.map(({ sub, email }) => [sub, { user: email }]));
  for (const { object, versionId } of objects?.found ?? [])
    if (object.bucket === 'uploads') references.set(versionId, { source: object.key });
  const items = await readItems(database, resources.TableName, references, now);
  const digest = folder.write({
    items: items.lines,
    users: users.map(({ sub: _, ...user }) => JSON.stringify(user)),
    objects: objects ? objects.found.map(({ object }) => JSON.stringify(object)) : null,
  });
  objects?.removeJournal();
  return {
    items: items.lines.length,
    transient: items.transient,
    users: users.length,
    unverified,
    objects: objects?.found.length,
    digest,
  };
};
