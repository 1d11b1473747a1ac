import { MAX_SINGLE_BYTES } from '../protocol/body.ts';
import { checkCopyConditions, parseRange, writeGuard } from '../protocol/conditions.ts';
import { arnOf, isoTime, requirePermission, sendXml, storeObject, versionHeader } from '../context.ts';
import type { Call, EngineContext, Operation } from '../context.ts';
import { checksumAlgorithm, checksumElement } from '../protocol/digests.ts';
import { s3Error } from '../protocol/errors.ts';
import { attributesOf, findVersion } from './objects.ts';
import type { S3Request } from '../protocol/request.ts';
import type { ByteRange, Checksum, ChecksumAlgorithm, ObjectVersion } from '../types.ts';

interface CopySource {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | undefined;
}

const parseSource = (request: S3Request): CopySource => {
  const invalid = (message: string) => s3Error('InvalidArgument', message, { ArgumentName: 'x-amz-copy-source' });
  const [path = '', ...query] = (request.header('x-amz-copy-source') ?? '').split('?');
  let decoded: string;
  try {
    decoded = decodeURIComponent(path).replace(/^\//, '');
  } catch {
    throw invalid('Copy Source must be URL encoded');
  }
  const slash = decoded.indexOf('/');
  if (slash < 1 || slash === decoded.length - 1)
    throw invalid('Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  const versionId = new URLSearchParams(query.join('?')).get('versionId') ?? undefined;
  return { bucket: decoded.slice(0, slash), key: decoded.slice(slash + 1), versionId };
};

/** Finds the source of a copy. Checks the caller's permission and the copy's conditions. */
export const openCopySource = (context: EngineContext, call: Call): ObjectVersion => {
  const source = parseSource(call.request);
  context.catalog.bucket(source.bucket);
  const action = source.versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion';
  requirePermission(context, call.caller, action, arnOf(source.bucket, source.key));
  const version = findVersion(context, call, source.bucket, source.key, source.versionId);
  checkCopyConditions(call.request, version);
  return version;
};

/** Reads `x-amz-copy-source-range`, which must be within the source. @throws AwsError InvalidArgument, InvalidRange */
export const copyRange = (request: S3Request, source: ObjectVersion): ByteRange | undefined => {
  const header = request.header('x-amz-copy-source-range');
  if (header === undefined) return undefined;
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header) ?? [];
  if (first === undefined || Number(last) < Number(first)) {
    throw s3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last ' +
        'where first and last are the zero-based offsets of the first and last bytes to copy',
    );
  }
  if (Number(last) >= source.size) {
    throw s3Error('InvalidArgument', `Range specified is not valid for source object of size: ${source.size}`);
  }
  return parseRange(header, source.size);
};

/** Copies bytes of a stored version to a new file. @throws AwsError InvalidRequest above 5 GiB */
export const copyBytes = (
  context: EngineContext,
  source: ObjectVersion,
  range: ByteRange | undefined,
  algorithm: ChecksumAlgorithm | undefined,
) => {
  const size = range ? range.end - range.start + 1 : source.size;
  if (size > MAX_SINGLE_BYTES) {
    throw s3Error(
      'InvalidRequest',
      `The specified copy source is larger than the maximum allowable size for a copy source: ${MAX_SINGLE_BYTES}`,
    );
  }
  return context.blobs.receive(context.blobs.read(source.blob, range), { algorithms: algorithm ? [algorithm] : [] });
};

/** CopyObject. */
export const copyObject: Operation = async (context, call) => {
  const { request, response, requester } = call;
  const guard = writeGuard(request);
  const source = openCopySource(context, call);
  const directive = request.header('x-amz-metadata-directive') ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') throw s3Error('InvalidArgument', 'Unknown metadata directive.');
  if (directive === 'COPY' && source.latest && source.bucket === request.bucket && source.key === request.key) {
    throw s3Error(
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself ' +
        "without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const attributes = directive === 'REPLACE' ? attributesOf(request) : source.attributes;
  const requested = request.header('x-amz-checksum-algorithm');
  const algorithm = requested === undefined ? source.checksum?.algorithm : checksumAlgorithm(requested);
  const copied = await copyBytes(context, source, undefined, algorithm);
  const value = algorithm ? copied.checksums[algorithm] : undefined;
  const checksum: Checksum | undefined =
    algorithm && value !== undefined ? { algorithm, value, type: 'FULL_OBJECT' } : undefined;
  const version = storeObject(
    context,
    request.bucket,
    request.key,
    { blob: copied.blob, size: copied.size, etag: copied.md5, attributes, ...(checksum ? { checksum } : {}) },
    { reason: 'CopyObject', requester, guard },
  );
  const sourceVersion = versionHeader(context, source)['x-amz-version-id'];
  sendXml(
    response,
    'CopyObjectResult',
    {
      LastModified: isoTime(version.modified),
      ETag: `"${version.etag}"`,
      ...(checksum ? { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type } : {}),
    },
    {
      ...versionHeader(context, version),
      ...(sourceVersion === undefined ? {} : { 'x-amz-copy-source-version-id': sourceVersion }),
    },
  );
};
