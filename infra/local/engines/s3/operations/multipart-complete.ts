import { createHash } from 'node:crypto';
import { checksumHeaders } from './objects.ts';
import { receiveXml } from '../protocol/body.ts';
import { writeGuard } from '../protocol/conditions.ts';
import { sendEmpty, sendXml, storeObject, versionHeader } from '../context.ts';
import type { EngineContext, Operation } from '../context.ts';
import { checksumElement, checksumHeader, startChecksum } from '../protocol/digests.ts';
import { s3Error } from '../protocol/errors.ts';
import { findUpload, MAX_PARTS } from './multipart.ts';
import type { S3Request } from '../protocol/request.ts';
import type { Checksum, ChecksumAlgorithm } from '../types.ts';
import type { Upload, UploadedPart } from './uploads.ts';
import { childText, encodeKey, parseXml } from '../protocol/xml.ts';

/** Minimum size of every part but the last, from the S3 user guide: 5 MiB. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

const ALGORITHMS: readonly ChecksumAlgorithm[] = ['CRC32', 'CRC32C', 'SHA1', 'SHA256'];

/** The last queued operation of each upload: completing and aborting an upload run one at a time. */
const running = new WeakMap<EngineContext, Map<string, Promise<unknown>>>();

const exclusively = async <T>(context: EngineContext, id: string, work: () => Promise<T>): Promise<T> => {
  const queue = running.get(context) ?? new Map<string, Promise<unknown>>();
  running.set(context, queue);
  const turn = (queue.get(id) ?? Promise.resolve()).then(work, work);
  queue.set(id, turn);
  try {
    return await turn;
  } finally {
    if (queue.get(id) === turn) queue.delete(id);
  }
};

/** The stored parts that the request lists, in its order. @throws AwsError for a list that AWS would reject */
const chosenParts = (
  context: EngineContext,
  upload: Upload,
  document: Readonly<Record<string, unknown>>,
): UploadedPart[] => {
  const listed = document['Part'];
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MAX_PARTS) throw s3Error('MalformedXML');
  const stored = new Map(context.uploads.parts(upload.id, 0, MAX_PARTS).map((part) => [part.number, part]));
  let before = 0;
  const chosen = listed.map((entry) => {
    const number = Number(childText(entry, 'PartNumber')?.trim());
    const etag = childText(entry, 'ETag')
      ?.trim()
      .replace(/^"(.*)"$/, '$1');
    if (!Number.isInteger(number) || etag === undefined) throw s3Error('MalformedXML');
    if (number <= before) throw s3Error('InvalidPartOrder', undefined, { UploadId: upload.id });
    before = number;
    const part = stored.get(number);
    const details = { UploadId: upload.id, PartNumber: String(number), ETag: etag };
    if (!part || part.etag !== etag) throw s3Error('InvalidPart', undefined, details);
    if (!upload.checksum) return part;
    for (const algorithm of ALGORITHMS) {
      const value = childText(entry, checksumElement(algorithm))?.trim();
      if (value !== undefined && (algorithm !== upload.checksum.algorithm || value !== part.checksum)) {
        throw s3Error('InvalidPart', undefined, details);
      }
      if (value === undefined && upload.checksum.type === 'COMPOSITE' && algorithm === upload.checksum.algorithm) {
        throw s3Error(
          'InvalidRequest',
          `The upload was created using a ${algorithm.toLowerCase()} checksum. ` +
            'The complete request must include the checksum for each part. ' +
            `It was missing for part ${number} in the request.`,
        );
      }
    }
    return part;
  });
  for (const part of chosen.slice(0, -1)) {
    if (part.size < MIN_PART_BYTES) {
      throw s3Error('EntityTooSmall', undefined, {
        ProposedSize: String(part.size),
        MinSizeAllowed: String(MIN_PART_BYTES),
        PartNumber: String(part.number),
        ETag: part.etag,
      });
    }
  }
  return chosen;
};

const checkSize = (request: S3Request, parts: readonly UploadedPart[]): void => {
  const declared = request.header('x-amz-mp-object-size');
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (declared !== undefined && declared !== String(size)) {
    throw s3Error(
      'InvalidRequest',
      `The provided 'x-amz-mp-object-size' header value ${declared} does not match what was computed: ${size}`,
    );
  }
};

const digestOfDigests = (
  digest: { update(chunk: Buffer): void; digest(): Buffer },
  pieces: readonly Buffer[],
): Buffer => {
  for (const piece of pieces) digest.update(piece);
  return digest.digest();
};

const compositeChecksum = (upload: Upload, parts: readonly UploadedPart[]): Checksum | undefined => {
  if (upload.checksum?.type !== 'COMPOSITE') return undefined;
  const { algorithm, type } = upload.checksum;
  const pieces = parts.map((part) => Buffer.from(part.checksum ?? '', 'base64'));
  const value = digestOfDigests(startChecksum(algorithm), pieces).toString('base64');
  return { algorithm, type, value: `${value}-${parts.length}` };
};

const joined = async function* (context: EngineContext, parts: readonly UploadedPart[]): AsyncGenerator<Buffer> {
  for (const part of parts) for await (const chunk of context.blobs.read(part.blob)) yield chunk as Buffer;
};

/** Checks the sender's checksum of the whole object, if any. @throws AwsError BadDigest */
const checkObjectChecksum = (request: S3Request, checksum: Checksum | undefined): void => {
  if (!checksum) return;
  const expected = request.header(checksumHeader(checksum.algorithm));
  if (expected !== undefined && expected !== checksum.value) {
    throw s3Error(
      'BadDigest',
      `The ${checksum.algorithm.toLowerCase()} you specified did not match the calculated checksum.`,
    );
  }
};

/** CompleteMultipartUpload: joins the listed parts and deletes all others. */
export const completeMultipartUpload: Operation = async (context, { request, response, requester }) => {
  const document = parseXml(await receiveXml(request), 'CompleteMultipartUpload');
  const guard = writeGuard(request);
  await exclusively(context, request.param('uploadId') ?? '', async () => {
    const upload = findUpload(context, request);
    const parts = chosenParts(context, upload, document);
    checkSize(request, parts);
    const whole = upload.checksum?.type === 'FULL_OBJECT' ? upload.checksum.algorithm : undefined;
    const received = await context.blobs.receive(joined(context, parts), {
      md5: false,
      algorithms: whole ? [whole] : [],
    });
    const value = whole ? received.checksums[whole] : undefined;
    const checksum: Checksum | undefined =
      whole && value !== undefined
        ? { algorithm: whole, value, type: 'FULL_OBJECT' }
        : compositeChecksum(upload, parts);
    const etag = `${digestOfDigests(
      createHash('md5'),
      parts.map((part) => Buffer.from(part.etag, 'hex')),
    ).toString('hex')}-${parts.length}`;
    let partBlobs: string[] = [];
    const version = storeObject(
      context,
      upload.bucket,
      upload.key,
      {
        blob: received.blob,
        size: received.size,
        etag,
        attributes: upload.attributes,
        ...(checksum ? { checksum } : {}),
      },
      {
        reason: 'CompleteMultipartUpload',
        requester,
        guard(current) {
          checkObjectChecksum(request, checksum);
          guard(current);
        },
        inTransaction() {
          findUpload(context, request);
          partBlobs = context.uploads.remove(upload.id);
        },
      },
    );
    context.blobs.remove(partBlobs);
    sendXml(
      response,
      'CompleteMultipartUploadResult',
      {
        Location: `http://${request.message.headers.host ?? ''}/${upload.bucket}/${encodeKey(upload.key)}`,
        Bucket: upload.bucket,
        Key: upload.key,
        ETag: `"${etag}"`,
        ...(checksum ? { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type } : {}),
      },
      { ...versionHeader(context, version), ...checksumHeaders(checksum) },
    );
  });
};

/** AbortMultipartUpload. */
export const abortMultipartUpload: Operation = (context, { request, response }) =>
  exclusively(context, request.param('uploadId') ?? '', async () => {
    context.blobs.remove(context.uploads.remove(findUpload(context, request).id));
    sendEmpty(response, 204);
  });
