import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { S3Client } from '@aws-sdk/client-s3';
import { tableDefinition } from '../../lambdas/data/table/table-definition.ts';
import { OperatorError, type StageResources } from '../operator.ts';
import { openFolder, openJournal, type DumpFolder, type StoredObject } from './folder.ts';
import { encodeItem, type Reference, type StoredItem } from './item-text.ts';
import { currentObjects, fetchObject, type CurrentObject } from './objects.ts';
import { inParallel } from './parallel.ts';
import { listUsers } from './users.ts';

/** The services that hold a stage's data. */
export interface StageClients {
  readonly database: DynamoDBClient;
  readonly s3: S3Client;
  readonly accounts: Pick<CognitoIdentityProviderClient, 'send'>;
}

/** What a dump holds. */
export interface DumpReport {
  readonly items: number;
  /** Items that expire within a day. */
  readonly transient: number;
  readonly users: number;
  /** Accounts without a proved address. */
  readonly unproved: number;
  /** Undefined without files. */
  readonly objects: number | undefined;
  /** Of the whole dump; equal dumps have equal digests. */
  readonly digest: string;
}

/**
 * Seconds. What expires sooner speaks of this hour (a play, a ticket, an open connection) and means nothing in another
 * stage.
 */
const TRANSIENT_SECONDS = 25 * 60 * 60;
/** Objects that are read at once. */
const STREAMS = 4;

const isTransient = (item: Readonly<Record<string, AttributeValue>>, now: number): boolean => {
  const expires = item[tableDefinition.timeToLiveAttribute]?.N;
  return expires !== undefined && Number(expires) < now / 1000 + TRANSIENT_SECONDS;
};

const canonicalKey = ({ [tableDefinition.partitionKey]: pk, [tableDefinition.sortKey]: sk }: StoredItem): string =>
  `${JSON.stringify(pk)} ${JSON.stringify(sk)}`;

const ACCOUNT_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** An account's id that stays in a line would be nobody's after a restore. */
const refuseLeftIds = (line: string, references: ReadonlyMap<string, Reference>): void => {
  const left = (line.match(ACCOUNT_ID) ?? []).find((id) => references.has(id));
  if (left !== undefined)
    throw new Error(
      `An item holds an account's id inside other text, where a restore cannot change it: ${line.slice(0, 200)}`,
    );
};

/** Every item of the table, sorted by its key. Holds them all: about a gigabyte for a million items. */
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
      const stored = encodeItem(item, references);
      const line = JSON.stringify(stored);
      refuseLeftIds(line, references);
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

/** The files of both buckets, the uploads' versions with them. Goes on where a dump into this folder was cut. */
const readObjects = async (s3: S3Client, home: StageResources, folder: DumpFolder) => {
  const name = (bucket: string, { key, versionId }: CurrentObject): string => `${bucket} ${key} ${versionId}`;
  const journal = openJournal<Fetched>(folder.path('journal.jsonl'), ({ object, versionId }) =>
    name(object.bucket, { key: object.key, versionId }),
  );
  const found: Fetched[] = [];
  for (const [bucket, Bucket] of [
    ['media', home.MediaBucket],
    ['uploads', home.UploadsBucket],
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
  return { found: found.sort((a, b) => (order(a) < order(b) ? -1 : 1)), forget: journal.forget };
};

/**
 * Writes everything that a stage holds into a folder: items, accounts without their passwords, and, unless `files` is
 * false, the current version of every object. A dump of the same state is the same, byte for byte. The stage should
 * rest meanwhile: what changes during a dump may be in it by half. `now` is epoch milliseconds. Throws OperatorError
 * for a folder that holds a dump.
 */
export const dumpStage = async (
  { database, s3, accounts }: StageClients,
  home: StageResources,
  path: string,
  { files, now }: { readonly files: boolean; readonly now: number },
): Promise<DumpReport> => {
  const folder = openFolder(path);
  if (folder.isComplete()) throw new OperatorError(`${path} holds a dump already. Name a new folder.`);
  folder.create();
  const { users, unproved } = await listUsers(accounts, home.UserPoolId);
  const objects = files ? await readObjects(s3, home, folder) : undefined;
  const references = new Map<string, Reference>(users.map(({ sub, email }) => [sub, { user: email }]));
  for (const { object, versionId } of objects?.found ?? [])
    if (object.bucket === 'uploads') references.set(versionId, { source: object.key });
  const items = await readItems(database, home.TableName, references, now);
  const digest = folder.write({
    items: items.lines,
    users: users.map(({ sub: _, ...user }) => JSON.stringify(user)),
    objects: objects ? objects.found.map(({ object }) => JSON.stringify(object)) : null,
  });
  objects?.forget();
  return {
    items: items.lines.length,
    transient: items.transient,
    users: users.length,
    unproved,
    objects: objects?.found.length,
    digest,
  };
};
