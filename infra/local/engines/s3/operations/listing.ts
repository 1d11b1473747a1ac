import { LOCAL_ACCOUNT } from '../../../aws/service.ts';
import { afterPrefix } from '../key-range.ts';
import type { Catalog } from '../catalog.ts';
import { countParam, isoTime, sendXml } from '../context.ts';
import type { Operation } from '../context.ts';
import { s3Error } from '../protocol/errors.ts';
import type { S3Request } from '../protocol/request.ts';
import type { ObjectVersion } from '../types.ts';
import { encodeKey } from '../protocol/xml.ts';

/** Maximum entries of one response, from the API reference. */
const MAX_ENTRIES = 1000;
const PAGE = 1000;
/** Page size when a delimiter may skip most of a page. */
const SMALL_PAGE = 16;

/** The position in the key order where a listing continues. */
export interface ListingPosition {
  readonly from: string;
  readonly inclusive: boolean;
}

/** Encodes a position as a continuation token. */
export const writeToken = (position: ListingPosition): string =>
  Buffer.from(JSON.stringify([position.from, position.inclusive])).toString('base64url');

/** Decodes a continuation token. @throws AwsError InvalidArgument */
export const readToken = (token: string): ListingPosition => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && typeof parsed[0] === 'string' && typeof parsed[1] === 'boolean') {
      return { from: parsed[0], inclusive: parsed[1] };
    }
  } catch {
    // Thrown below.
  }
  throw s3Error('InvalidArgument', 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
};

/** Collects up to `limit` objects and common prefixes from a position; `next` is set when there are more. */
export const walk = (
  catalog: Catalog,
  bucket: string,
  prefix: string,
  delimiter: string,
  start: ListingPosition,
  limit: number,
) => {
  const objects: ObjectVersion[] = [];
  const prefixes: string[] = [];
  let position: ListingPosition = start;
  let size = delimiter === '' ? PAGE : SMALL_PAGE;
  for (;;) {
    const page = catalog.currentPage(bucket, prefix, position.from, position.inclusive, size);
    let skipped = false;
    for (const object of page) {
      if (objects.length + prefixes.length === limit) return { objects, prefixes, next: position };
      const cut = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
      if (cut < 0) {
        objects.push(object);
        position = { from: object.key, inclusive: false };
        continue;
      }
      const common = object.key.slice(0, cut + delimiter.length);
      prefixes.push(common);
      const afterCommon = afterPrefix(common);
      if (afterCommon === undefined) return { objects, prefixes, next: undefined };
      position = { from: afterCommon, inclusive: true };
      skipped = true;
      break;
    }
    if (!skipped && page.length < size) return { objects, prefixes, next: undefined };
    size = skipped ? SMALL_PAGE : Math.min(size * 2, PAGE);
  }
};

/** Returns the function that writes keys in the response. @throws AwsError InvalidArgument for an unknown encoding */
const keyWriter = (request: S3Request): ((key: string) => string) => {
  const encoding = request.param('encoding-type');
  if (encoding !== undefined && encoding !== 'url')
    throw s3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return encoding === 'url' ? encodeKey : (key) => key;
};

const describe = (version: ObjectVersion, key: string) => ({
  Key: key,
  LastModified: isoTime(version.modified),
  ETag: `"${version.etag}"`,
  ...(version.checksum ? { ChecksumAlgorithm: version.checksum.algorithm, ChecksumType: version.checksum.type } : {}),
  Size: version.size,
  StorageClass: 'STANDARD',
});

/** ListObjectsV2. */
export const listObjectsV2: Operation = (context, { request, response }) => {
  const prefix = request.param('prefix') ?? '';
  const delimiter = request.param('delimiter') ?? '';
  const token = request.param('continuation-token');
  const startAfter = request.param('start-after');
  const limit = countParam(request, 'max-keys', MAX_ENTRIES);
  const write = keyWriter(request);
  if (token === '') throw s3Error('InvalidArgument', 'The continuation token provided is incorrect');
  const start =
    token === undefined ? { from: startAfter ?? '', inclusive: startAfter === undefined } : readToken(token);
  const found =
    limit === 0
      ? { objects: [], prefixes: [], next: undefined }
      : walk(context.catalog, request.bucket, prefix, delimiter, start, limit);
  sendXml(response, 'ListBucketResult', {
    Name: request.bucket,
    Prefix: write(prefix),
    Delimiter: delimiter === '' ? undefined : write(delimiter),
    MaxKeys: limit,
    KeyCount: found.objects.length + found.prefixes.length,
    IsTruncated: found.next !== undefined,
    ContinuationToken: token,
    NextContinuationToken: found.next && writeToken(found.next),
    StartAfter: startAfter === undefined ? undefined : write(startAfter),
    EncodingType: request.param('encoding-type'),
    Contents: found.objects.map((version) => describe(version, write(version.key))),
    CommonPrefixes: found.prefixes.map((common) => ({ Prefix: write(common) })),
  });
};

/** ListObjectVersions, without delimiter. */
export const listObjectVersions: Operation = (context, { request, response }) => {
  if (request.param('delimiter'))
    throw s3Error('NotImplemented', 'The local S3 does not support a delimiter for versions');
  const prefix = request.param('prefix') ?? '';
  const keyMarker = request.param('key-marker') ?? '';
  const versionMarker = request.param('version-id-marker');
  const limit = countParam(request, 'max-keys', MAX_ENTRIES);
  const write = keyWriter(request);
  const position = versionMarker ? context.catalog.version(request.bucket, keyMarker, versionMarker) : undefined;
  if (versionMarker && !position)
    throw s3Error('InvalidArgument', 'Invalid version id specified', { ArgumentName: 'version-id-marker' });
  const page =
    limit === 0
      ? []
      : context.catalog.versionPage(request.bucket, prefix, keyMarker, position?.sequence ?? 0, limit + 1);
  const shown = page.slice(0, limit);
  const last = page.length > limit ? shown.at(-1) : undefined;
  const owner = { Owner: { ID: LOCAL_ACCOUNT } };
  const entry = (version: ObjectVersion) => ({ VersionId: version.versionId, IsLatest: version.latest, ...owner });
  sendXml(response, 'ListVersionsResult', {
    Name: request.bucket,
    Prefix: write(prefix),
    KeyMarker: write(keyMarker),
    VersionIdMarker: versionMarker ?? '',
    NextKeyMarker: last && write(last.key),
    NextVersionIdMarker: last?.versionId,
    MaxKeys: limit,
    IsTruncated: last !== undefined,
    EncodingType: request.param('encoding-type'),
    Version: shown
      .filter((version) => !version.deleteMarker)
      .map((version) => ({ ...describe(version, write(version.key)), ...entry(version) })),
    DeleteMarker: shown
      .filter((version) => version.deleteMarker)
      .map((version) => ({ Key: write(version.key), LastModified: isoTime(version.modified), ...entry(version) })),
  });
};

/** Current keys in order, read page by page. */
export async function* allKeys(catalog: Catalog, bucket: string, prefix: string): AsyncGenerator<string> {
  let position: ListingPosition = { from: '', inclusive: true };
  for (;;) {
    const page = catalog.currentPage(bucket, prefix, position.from, position.inclusive, PAGE);
    for (const { key } of page) yield key;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    position = { from: last.key, inclusive: false };
    // Let other work of the process run between the pages of a long listing.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
