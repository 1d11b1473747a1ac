import { LOCAL_ACCOUNT } from '../../../aws/service.ts';
import { receiveBody } from '../protocol/body.ts';
import type { ReceivedBlob } from '../blobs.ts';
import { countParam, isoTime, sendEmpty, sendXml, versionHeader } from '../context.ts';
import type { EngineContext, Operation } from '../context.ts';
import { copyBytes, copyRange, openCopySource } from './copy.ts';
import { checksumAlgorithm, checksumElement, checksumHeader } from '../protocol/digests.ts';
import { s3Error } from '../protocol/errors.ts';
import { attributesOf } from './objects.ts';
import type { S3Request } from '../protocol/request.ts';
import type { ChecksumAlgorithm } from '../types.ts';
import type { Upload, UploadedPart } from './uploads.ts';

/** Maximum parts of an upload, from the S3 user guide. */
export const MAX_PARTS = 10_000;
const MAX_ENTRIES = 1000;

/** The upload that a request names. It must belong to the request's key. @throws AwsError NoSuchUpload */
export const findUpload = (context: EngineContext, request: S3Request): Upload => {
  const id = request.param('uploadId') ?? '';
  const upload = context.uploads.find(id);
  if (!upload || upload.bucket !== request.bucket || upload.key !== request.key) {
    throw s3Error('NoSuchUpload', undefined, { UploadId: id });
  }
  return upload;
};

const checksumOf = (request: S3Request): Upload['checksum'] => {
  const name = request.header('x-amz-checksum-algorithm');
  const type = request.header('x-amz-checksum-type');
  if (name === undefined) {
    if (type !== undefined)
      throw s3Error(
        'InvalidRequest',
        'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
      );
    return undefined;
  }
  const algorithm = checksumAlgorithm(name);
  if (type !== undefined && type !== 'COMPOSITE' && type !== 'FULL_OBJECT')
    throw s3Error('InvalidRequest', 'Value for x-amz-checksum-type header is invalid.');
  if (type === 'FULL_OBJECT' && algorithm.startsWith('SHA')) {
    throw s3Error(
      'InvalidRequest',
      `The FULL_OBJECT checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
    );
  }
  return { algorithm, type: type ?? 'COMPOSITE' };
};

/** CreateMultipartUpload. */
export const createMultipartUpload: Operation = (context, { request, response }) => {
  const checksum = checksumOf(request);
  const upload = context.uploads.create({
    bucket: request.bucket,
    key: request.key,
    initiated: context.clock.now(),
    attributes: attributesOf(request),
    ...(checksum ? { checksum } : {}),
  });
  sendXml(
    response,
    'InitiateMultipartUploadResult',
    { Bucket: upload.bucket, Key: upload.key, UploadId: upload.id },
    checksum ? { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type } : {},
  );
};

const partNumber = (request: S3Request): number => {
  const text = request.param('partNumber') ?? '';
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_PARTS) {
    throw s3Error('InvalidArgument', `Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`, {
      ArgumentName: 'partNumber',
      ArgumentValue: text,
    });
  }
  return number;
};

/** Stores a received part. @throws AwsError NoSuchUpload when the upload ended while the part was received */
const storePart = (
  context: EngineContext,
  request: S3Request,
  number: number,
  received: ReceivedBlob,
  algorithm: ChecksumAlgorithm | undefined,
): UploadedPart => {
  const checksum = algorithm ? received.checksums[algorithm] : undefined;
  const part: UploadedPart = {
    number,
    blob: received.blob,
    size: received.size,
    etag: received.md5,
    modified: context.clock.now(),
    ...(checksum === undefined ? {} : { checksum }),
  };
  try {
    const replaced = context.uploads.putPart(findUpload(context, request).id, part);
    if (replaced !== undefined) context.blobs.remove([replaced]);
  } catch (error) {
    context.blobs.remove([part.blob]);
    throw error;
  }
  return part;
};

/**
 * UploadPart. An upload with a checksum algorithm accepts no other one, and requires a checksum on each part unless its
 * type is FULL_OBJECT. Without an algorithm, a part's checksum is verified but not stored, because the SDK sends one by
 * default.
 */
export const uploadPart: Operation = async (context, { request, response }) => {
  const number = partNumber(request);
  const { checksum } = findUpload(context, request);
  const { received, carried } = await receiveBody(request, context.blobs, checksum?.algorithm);
  if (checksum && carried !== checksum.algorithm && (carried !== undefined || checksum.type === 'COMPOSITE')) {
    context.blobs.remove([received.blob]);
    throw s3Error(
      'InvalidRequest',
      `Checksum Type mismatch occurred, expected checksum Type: ${checksum.algorithm.toLowerCase()}, ` +
        `actual checksum Type: ${carried?.toLowerCase() ?? 'null'}`,
    );
  }
  const part = storePart(context, request, number, received, checksum?.algorithm);
  const algorithm = carried ?? checksum?.algorithm;
  const value = algorithm ? received.checksums[algorithm] : undefined;
  sendEmpty(response, 200, {
    etag: `"${part.etag}"`,
    ...(algorithm && value !== undefined ? { [checksumHeader(algorithm)]: value } : {}),
  });
};

/** UploadPartCopy. */
export const uploadPartCopy: Operation = async (context, call) => {
  const { request, response } = call;
  const number = partNumber(request);
  const { checksum } = findUpload(context, request);
  const source = openCopySource(context, call);
  const copied = await copyBytes(context, source, copyRange(request, source), checksum?.algorithm);
  const part = storePart(context, request, number, copied, checksum?.algorithm);
  const sourceVersion = versionHeader(context, source)['x-amz-version-id'];
  sendXml(
    response,
    'CopyPartResult',
    { LastModified: isoTime(part.modified), ETag: `"${part.etag}"`, ...partChecksum(checksum, part) },
    sourceVersion === undefined ? {} : { 'x-amz-copy-source-version-id': sourceVersion },
  );
};

const partChecksum = (checksum: Upload['checksum'], part: UploadedPart): Record<string, string> =>
  checksum && part.checksum !== undefined ? { [checksumElement(checksum.algorithm)]: part.checksum } : {};

const OWNERSHIP = { Initiator: { ID: LOCAL_ACCOUNT }, Owner: { ID: LOCAL_ACCOUNT }, StorageClass: 'STANDARD' };

/** ListParts. */
export const listParts: Operation = (context, { request, response }) => {
  const upload = findUpload(context, request);
  const limit = countParam(request, 'max-parts', MAX_ENTRIES);
  const marker =
    request.param('part-number-marker') === undefined ? 0 : countParam(request, 'part-number-marker', MAX_PARTS);
  const page = context.uploads.parts(upload.id, marker, limit + 1);
  const shown = page.slice(0, limit);
  sendXml(response, 'ListPartsResult', {
    Bucket: upload.bucket,
    Key: upload.key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    NextPartNumberMarker: shown.at(-1)?.number ?? 0,
    MaxParts: limit,
    IsTruncated: page.length > limit && limit > 0,
    ...(upload.checksum ? { ChecksumAlgorithm: upload.checksum.algorithm, ChecksumType: upload.checksum.type } : {}),
    Part: shown.map((part) => ({
      PartNumber: part.number,
      LastModified: isoTime(part.modified),
      ETag: `"${part.etag}"`,
      Size: part.size,
      ...partChecksum(upload.checksum, part),
    })),
    ...OWNERSHIP,
  });
};

/** ListMultipartUploads, without delimiter. */
export const listMultipartUploads: Operation = (context, { request, response }) => {
  if (request.param('delimiter'))
    throw s3Error('NotImplemented', 'The local S3 does not support a delimiter for uploads');
  const prefix = request.param('prefix') ?? '';
  const keyMarker = request.param('key-marker') ?? '';
  const idMarker = request.param('upload-id-marker');
  const limit = countParam(request, 'max-uploads', MAX_ENTRIES);
  const page = context.uploads.page(request.bucket, prefix, keyMarker, idMarker, limit + 1);
  const shown = page.slice(0, limit);
  const last = page.length > limit ? shown.at(-1) : undefined;
  sendXml(response, 'ListMultipartUploadsResult', {
    Bucket: request.bucket,
    Prefix: prefix,
    KeyMarker: keyMarker,
    UploadIdMarker: idMarker ?? '',
    NextKeyMarker: last?.key,
    NextUploadIdMarker: last?.id,
    MaxUploads: limit,
    IsTruncated: last !== undefined,
    Upload: shown.map((upload) => ({
      UploadId: upload.id,
      Key: upload.key,
      Initiated: isoTime(upload.initiated),
      ...(upload.checksum ? { ChecksumAlgorithm: upload.checksum.algorithm, ChecksumType: upload.checksum.type } : {}),
      ...OWNERSHIP,
    })),
  });
};
