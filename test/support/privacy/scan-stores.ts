import {
  CognitoIdentityProviderClient,
  ListUsersCommand,
  type ListUsersCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import { readTemplates, resourcesOf } from '../stack/assembly.ts';

/** Where texts were found. */
export interface StoreHits {
  /** Types of items of the table. */
  readonly table: readonly string[];
  /** Names of users in the user pool. */
  readonly pool: readonly string[];
  /** `<bucket>/<key>` of every object, of all its versions, that contains a text or has it in its key. */
  readonly files: readonly string[];
}

/** Every page of a list, by its token. */
const pagesOf = async function* <Page>(
  read: (token: Page | undefined) => Promise<Page>,
  hasMore: (page: Page) => boolean,
): AsyncGenerator<Page> {
  let page: Page | undefined;
  do {
    page = await read(page);
    yield page;
  } while (hasMore(page));
};

/** Looks for texts in all that a local cloud stores: the whole table, the user pool and all versions of files. */
export const scanStores = async (
  { env, outputs }: Pick<RunningCloud, 'env' | 'outputs'>,
  assemblyFolder: string,
  texts: readonly string[],
): Promise<StoreHits> => {
  const settings = {
    region: env['AWS_REGION'] ?? '',
    endpoint: env['AWS_ENDPOINT_URL'] ?? '',
    credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
  };
  const { TableName = '', UserPoolId = '' } = outputs['Soundstage-local-Data'] ?? {};
  const [database, pool] = [new DynamoDBClient(settings), new CognitoIdentityProviderClient(settings)];
  const s3 = new S3Client({ ...settings, forcePathStyle: true });
  const documents = DynamoDBDocumentClient.from(database);
  const names = (value: unknown): boolean => {
    const text = JSON.stringify(value, (_name, part: unknown) => (part instanceof Set ? [...part] : part));
    return texts.some((one) => text.includes(one));
  };

  const table = new Set<string>();
  for await (const { Items = [] } of pagesOf<ScanCommandOutput>(
    (last) => documents.send(new ScanCommand({ TableName, ExclusiveStartKey: last?.LastEvaluatedKey })),
    ({ LastEvaluatedKey: last }) => last !== undefined,
  ))
    for (const item of Items) if (names(item)) table.add(String(item['type']));

  const users: string[] = [];
  for await (const { Users = [] } of pagesOf<ListUsersCommandOutput>(
    (last) => pool.send(new ListUsersCommand({ UserPoolId, PaginationToken: last?.PaginationToken })),
    ({ PaginationToken: next }) => next !== undefined,
  ))
    users.push(...Users.filter(names).map(({ Username = '' }) => Username));

  const files = new Set<string>();
  for (const { stack, id } of resourcesOf(
    { folder: '', templates: readTemplates(assemblyFolder) },
    'AWS::S3::Bucket',
  )) {
    const Bucket = `Soundstage-local-${stack}-${id}`.toLowerCase();
    const { Versions = [], DeleteMarkers = [], IsTruncated } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    if (IsTruncated) throw new Error(`${Bucket} has more objects than one page lists`);
    for (const { Key } of [...Versions, ...DeleteMarkers]) if (names(Key ?? '')) files.add(`${Bucket}/${Key}`);
    for (const { Key, VersionId } of Versions) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      const body = Buffer.from((await Body?.transformToByteArray()) ?? []);
      if (texts.some((text) => body.includes(text))) files.add(`${Bucket}/${Key}`);
    }
  }
  for (const client of [database, pool, s3]) client.destroy();
  return { table: [...table].sort(), pool: users, files: [...files].sort() };
};
