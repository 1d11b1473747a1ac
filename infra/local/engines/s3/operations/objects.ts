import { pipeline } from 'node:stream/promises';
import { AwsError } from '../../../aws/service.ts';
import { receiveBody, receiveXml, requireBodyDigest } from '../protocol/body.ts';
import { isNotModified, parseRange, writeGuard } from '../protocol/conditions.ts';
import { arnOf, eraseObject, requirePermission, sendEmpty, sendXml, storeObject, versionHeader } from '../context.ts';
import type { Call, EngineContext, Operation } from '../context.ts';
import { checksumHeader } from '../protocol/digests.ts';
import { s3Error } from '../protocol/errors.ts';
import { checkKey } from '../protocol/request.ts';
import type { S3Request } from '../protocol/request.ts';
import type { Checksum, ObjectAttributes, ObjectVersion } from '../types.ts';
import { childText, parseXml } from '../protocol/xml.ts';

/** Maximum bytes of user metadata, names and values together, from the S3 user guide. */
const MAX_METADATA_BYTES = 2048;
/** Maximum keys of one DeleteObjects call. */
const MAX_DELETED_KEYS = 1000;
const DEFAULT_CONTENT_TYPE = 'binary/octet-stream';

/** Checks the text of an HTTP header. @throws AwsError InvalidArgument for text that a header cannot contain */
const headerText = (name: string, text: string): string => {
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text)) {
    throw s3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
      ArgumentName: name,
      ArgumentValue: text,
    });
  }
  return text;
};

/** Checks attributes that are about to be stored. @throws AwsError MetadataTooLarge, InvalidArgument */
export const checkAttributes = (attributes: ObjectAttributes): ObjectAttributes => {
  let size = 0;
  for (const [name, value] of Object.entries(attributes.metadata)) {
    size += Buffer.byteLength(name) + Buffer.byteLength(headerText(name, value));
  }
  if (size > MAX_METADATA_BYTES) {
    throw s3Error('MetadataTooLarge', undefined, { Size: String(size), MaxSizeAllowed: String(MAX_METADATA_BYTES) });
  }
  for (const [name, value] of Object.entries(attributes)) if (typeof value === 'string') headerText(name, value);
  return attributes;
};

/** The headers of a request that are stored with its object. */
export const attributesOf = (request: S3Request): ObjectAttributes => {
  const encoding = (request.header('content-encoding') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'aws-chunked')
    .join(',');
  const optional = {
    cacheControl: request.header('cache-control'),
    contentDisposition: request.header('content-disposition'),
    contentEncoding: encoding === '' ? undefined : encoding,
    contentLanguage: request.header('content-language'),
    expires: request.header('expires'),
  };
  return checkAttributes({
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<
      Record<keyof typeof optional, string>
    >),
    contentType: request.header('content-type') ?? DEFAULT_CONTENT_TYPE,
    metadata: request.metadata(),
  });
};

/** Response headers for a stored checksum. */
export const checksumHeaders = (checksum: Checksum | undefined): Record<string, string> =>
  checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type } : {};

const VERSION_ID = /^(null|[A-Za-z0-9._]{32})$/;

/** Checks the format of a version ID. @throws AwsError InvalidArgument */
export const checkVersionId = (versionId: string | undefined): string | undefined => {
  if (versionId !== undefined && !VERSION_ID.test(versionId)) {
    throw s3Error('InvalidArgument', 'Invalid version id specified', {
      ArgumentName: 'versionId',
      ArgumentValue: versionId,
    });
  }
  return versionId;
};

/**
 * The version that a read names, or the current one. A caller that may not list the bucket gets AccessDenied for a
 * missing key, so that it does not learn which keys exist.
 * @throws AwsError NoSuchKey, NoSuchVersion, MethodNotAllowed (a delete marker by its id), AccessDenied
 */
export const findVersion = (
  context: EngineContext,
  call: Call,
  bucket: string,
  key: string,
  versionId: string | undefined,
): ObjectVersion => {
  checkVersionId(versionId);
  const version =
    versionId === undefined ? context.catalog.current(bucket, key) : context.catalog.version(bucket, key, versionId);
  if (version && !version.deleteMarker) return version;
  // A deleted key looks like one that never existed, unless the request names the delete marker by its ID.
  if (!version || versionId === undefined) requirePermission(context, call.caller, 's3:ListBucket', arnOf(bucket));
  const marker: Record<string, string> = version
    ? { 'x-amz-delete-marker': 'true', ...versionHeader(context, version) }
    : {};
  if (versionId === undefined) throw s3Error('NoSuchKey', undefined, { Key: key }, marker);
  if (!version) throw s3Error('NoSuchVersion', undefined, { Key: key, VersionId: versionId });
  throw s3Error(
    'MethodNotAllowed',
    undefined,
    { Method: call.request.method, ResourceType: 'DeleteMarker' },
    { ...marker, allow: 'DELETE' },
  );
};

/** Requires a digest, as a locked object cannot be corrected later. @throws AwsError InvalidRequest with S3's text */
const requireDigest = (request: S3Request): void => {
  const names = Object.keys(request.message.headers);
  if (
    names.includes('content-md5') ||
    names.some((name) => name.startsWith('x-amz-checksum-')) ||
    request.header('x-amz-trailer')
  )
    return;
  throw s3Error(
    'InvalidRequest',
    'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
  );
};

/** PutObject. */
export const putObject: Operation = async (context, { request, response, requester }) => {
  const attributes = attributesOf(request);
  const guard = writeGuard(request);
  if (context.catalog.bucket(request.bucket).lock) requireDigest(request);
  const { received, carried } = await receiveBody(request, context.blobs);
  const value = carried === undefined ? undefined : received.checksums[carried];
  const checksum: Checksum | undefined =
    carried !== undefined && value !== undefined ? { algorithm: carried, value, type: 'FULL_OBJECT' } : undefined;
  const version = storeObject(
    context,
    request.bucket,
    request.key,
    { blob: received.blob, size: received.size, etag: received.md5, attributes, ...(checksum ? { checksum } : {}) },
    { reason: 'PutObject', requester, guard },
  );
  sendEmpty(response, 200, {
    etag: `"${version.etag}"`,
    ...versionHeader(context, version),
    ...checksumHeaders(checksum),
  });
};

const OVERRIDES = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
  'response-content-language': 'content-language',
  'response-content-encoding': 'content-encoding',
  'response-cache-control': 'cache-control',
  'response-expires': 'expires',
} as const;

const objectHeaders = (context: EngineContext, request: S3Request, version: ObjectVersion): Record<string, string> => {
  const { attributes } = version;
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-type': attributes.contentType,
    etag: `"${version.etag}"`,
    'last-modified': new Date(version.modified).toUTCString(),
    ...versionHeader(context, version),
  };
  const stored = {
    'cache-control': attributes.cacheControl,
    'content-disposition': attributes.contentDisposition,
    'content-encoding': attributes.contentEncoding,
    'content-language': attributes.contentLanguage,
    expires: attributes.expires,
  };
  for (const [name, value] of Object.entries(stored)) if (value !== undefined) headers[name] = value;
  for (const [name, value] of Object.entries(attributes.metadata)) headers[`x-amz-meta-${name}`] = value;
  for (const [parameter, name] of Object.entries(OVERRIDES)) {
    const value = request.param(parameter);
    if (value !== undefined) headers[name] = headerText(parameter, value);
  }
  return headers;
};

/** GetObject and HeadObject. */
export const getObject: Operation = async (context, call) => {
  const { request, response } = call;
  const version = findVersion(context, call, request.bucket, request.key, request.param('versionId'));
  if (request.param('partNumber') !== undefined)
    throw s3Error('NotImplemented', 'The local S3 does not support reads by part number');
  const headers = objectHeaders(context, request, version);
  if (isNotModified(request, version)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  const range = parseRange(request.header('range'), version.size);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${version.size}`;
  if (!range && request.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED')
    Object.assign(headers, checksumHeaders(version.checksum));
  headers['content-length'] = String(range ? range.end - range.start + 1 : version.size);
  const bytes = request.method === 'HEAD' ? undefined : context.blobs.read(version.blob, range);
  response.writeHead(range ? 206 : 200, headers);
  if (!bytes) {
    response.end();
    return;
  }
  await pipeline(bytes, response).catch((error: NodeJS.ErrnoException) => {
    // A client that disconnects, as players do when they seek, is not an error.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET' && error.code !== 'EPIPE')
      throw error;
  });
};

/** DeleteObject. */
export const deleteObject: Operation = (context, { request, response, requester }) => {
  const versionId = checkVersionId(request.param('versionId'));
  const deletion = eraseObject(context, request.bucket, request.key, versionId, { reason: 'DeleteObject', requester });
  sendEmpty(response, 204, {
    ...(deletion ? versionHeader(context, deletion.version) : {}),
    ...(deletion?.version.deleteMarker ? { 'x-amz-delete-marker': 'true' } : {}),
  });
};

/** DeleteObjects. Authorizes each key separately, because keys are the resources of policies. */
export const deleteObjects: Operation = async (context, { request, response, caller, requester }) => {
  const text = await receiveXml(request);
  requireBodyDigest(request, text);
  const document = parseXml(text, 'Delete');
  const entries = document['Object'];
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > MAX_DELETED_KEYS)
    throw s3Error('MalformedXML');
  const requested = entries.map((entry) => ({
    key: childText(entry, 'Key'),
    versionId: childText(entry, 'VersionId'),
  }));
  const deleted: Record<string, string | undefined>[] = [];
  const errors: Record<string, string | undefined>[] = [];
  for (const { key, versionId } of requested) {
    if (key === undefined || key === '') throw s3Error('MalformedXML');
    try {
      checkKey(key);
      checkVersionId(versionId);
      requirePermission(
        context,
        caller,
        versionId === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion',
        arnOf(request.bucket, key),
      );
      const deletion = eraseObject(context, request.bucket, key, versionId, { reason: 'DeleteObject', requester });
      const marker = deletion?.version.deleteMarker ? deletion.version.versionId : undefined;
      deleted.push({
        Key: key,
        VersionId: versionId,
        ...(marker === undefined ? {} : { DeleteMarker: 'true', DeleteMarkerVersionId: marker }),
      });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      errors.push({ Key: key, VersionId: versionId, Code: error.code, Message: error.message });
    }
  }
  const quiet = childText(document, 'Quiet')?.trim() === 'true';
  sendXml(response, 'DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors });
};
