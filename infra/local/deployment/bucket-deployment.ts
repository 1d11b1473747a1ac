import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import type { S3Engine } from '../engines/s3/types.ts';
import { physicalName } from '../resources/names.ts';
import {
  listProperty,
  type Provisioner,
  recordProperty,
  type ResourceInput,
  textProperty,
} from '../resources/types.ts';
import { contentTypeOf } from './content-types.ts';
import { createSyncFilter } from './filters.ts';
import { type Markers, replaceMarkers } from './markers.ts';

/** Folders that were copied to a bucket. */
export interface Deployment {
  readonly folders: readonly string[];
  /** Copies their current files; removes nothing. */
  again(): Promise<void>;
}

/** Dependencies of the deployments. */
export interface DeploymentContext {
  readonly s3: S3Engine;
  /** Replaces placeholder hosts by real addresses. */
  readonly rewrite: (text: string) => string;
  readonly onDeployment: (deployment: Deployment) => void;
}

/** Uploads in parallel. */
const CONCURRENCY = 8;
/** Metadata that the local S3 stores; a deployment with any other is rejected by name. */
const SUPPORTED_METADATA = ['cache-control', 'content-type'];

interface Source {
  readonly folder: string;
  readonly markers: Markers;
  readonly jsonEscape: boolean;
}

const sourcesOf = ({ stack, properties }: ResourceInput): readonly Source[] => {
  const markers = listProperty<Markers>(properties, 'SourceMarkers');
  const configs = listProperty<{ readonly jsonEscape?: unknown }>(properties, 'SourceMarkersConfig');
  return listProperty<string>(properties, 'SourceObjectKeys').map((key, index) => {
    const folder = stack.assets.get(key);
    if (folder === undefined || !statSync(folder).isDirectory())
      throw new Error(`its source ${key} is not a folder of the assembly`);
    return { folder, markers: markers[index] ?? {}, jsonEscape: String(configs[index]?.jsonEscape) === 'true' };
  });
};

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join(posix.sep));

const contentOf = async (
  { folder, markers, jsonEscape }: Source,
  path: string,
  rewrite: (text: string) => string,
): Promise<Buffer> => {
  const content = await readFile(join(folder, path));
  // Placeholder hosts occur in JSON files, markers in any file of a source that has some.
  if (Object.keys(markers).length === 0 && !path.endsWith('.json')) return content;
  return Buffer.from(rewrite(replaceMarkers(content.toString('utf8'), markers, jsonEscape)));
};

const put = async (
  s3: S3Engine,
  bucket: string,
  key: string,
  content: Buffer,
  properties: ResourceInput['properties'],
): Promise<void> => {
  const system = Object.fromEntries(
    Object.entries(recordProperty(properties, 'SystemMetadata')).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]),
  );
  const contentType = system['content-type'] ?? contentTypeOf(key);
  const cacheControl = system['cache-control'];
  const metadata = recordProperty(properties, 'UserMetadata') as Record<string, string>;
  const existing = s3.statObject(bucket, key);
  const isUnchanged =
    existing?.etag === createHash('md5').update(content).digest('hex') &&
    existing.contentType === contentType &&
    existing.cacheControl === cacheControl;
  if (!isUnchanged)
    await s3.writeObject(bucket, key, content, {
      contentType,
      metadata,
      ...(cacheControl ? { cacheControl } : {}),
    });
};

/** Copies the current files of the sources and returns their paths. */
const copyAll = async (
  input: ResourceInput,
  { s3, rewrite }: DeploymentContext,
  bucket: string,
  prefix: string,
  isIncluded: (path: string) => boolean,
): Promise<ReadonlySet<string>> => {
  const files = new Map<string, Source>();
  for (const source of sourcesOf(input)) for (const path of filesOf(source.folder)) files.set(path, source);
  const queue = [...files].filter(([path]) => isIncluded(path));
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [path, source] = next;
      await put(s3, bucket, prefix + path, await contentOf(source, path, rewrite), input.properties);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return new Set(files.keys());
};

/**
 * `Custom::CDKBucketDeployment`, on AWS a Python function around the AWS CLI: copies asset folders into a bucket,
 * replaces markers by values, and with `Prune` removes files that no longer exist.
 */
export const bucketDeployment =
  (context: DeploymentContext): Provisioner =>
  async (input) => {
    const { properties } = input;
    const bucket = textProperty(properties, 'DestinationBucketName');
    const folder = String(properties['DestinationBucketKeyPrefix'] ?? '').replace(/^\/+|\/+$/g, '');
    const prefix = folder === '' ? '' : `${folder}/`;
    const unknown = Object.keys(recordProperty(properties, 'SystemMetadata')).find(
      (name) => !SUPPORTED_METADATA.includes(name.toLowerCase()),
    );
    if (unknown) throw new Error(`the local cloud does not support the metadata ${unknown}`);
    if (String(properties['Extract'] ?? 'true') !== 'true')
      throw new Error('the local cloud supports only extracted sources');
    const isIncluded = createSyncFilter(listProperty(properties, 'Exclude'), listProperty(properties, 'Include'));
    const copy = () => copyAll(input, context, bucket, prefix, isIncluded);

    const files = await copy();
    if (String(properties['Prune'] ?? 'true') === 'true') {
      for await (const key of context.s3.listKeys(bucket, prefix)) {
        const path = key.slice(prefix.length);
        if (!files.has(path) && isIncluded(path)) context.s3.deleteObject(bucket, key);
      }
    }
    context.onDeployment({
      folders: sourcesOf(input).map((source) => source.folder),
      // Removes nothing: an open page may still load files of its older build.
      again: async () => void (await copy()),
    });
    const bucketArn = properties['DestinationBucketArn'];
    return {
      ref: physicalName(input),
      attributes: {
        SourceObjectKeys: listProperty(properties, 'SourceObjectKeys'),
        ...(bucketArn === undefined ? {} : { DestinationBucketArn: bucketArn }),
      },
    };
  };
