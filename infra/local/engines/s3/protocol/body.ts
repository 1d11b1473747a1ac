import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AwsError, readBody } from '../../../aws/service.ts';
import type { BlobStore, ReceivedBlob } from '../blobs.ts';
import { createChunkedDecoder } from './chunked.ts';
import { checksumAlgorithm, checksumHeader, startChecksum } from './digests.ts';
import { s3Error } from './errors.ts';
import type { S3Request } from './request.ts';
import type { ChecksumAlgorithm } from '../types.ts';

/** Largest single upload, from the S3 user guide: 5 GiB. */
export const MAX_SINGLE_BYTES = 5 * 1024 ** 3;
/** Enough for 10,000 parts, or 1,000 keys of 1,024 bytes, with their markup. */
const MAX_XML_BYTES = 4 * 1024 * 1024;

const STREAMING_TRAILER = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const CHECKSUM_HEADER = /^x-amz-checksum-(?!algorithm$|mode$|type$)([a-z0-9]+)$/;

interface ExpectedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; undefined when the checksum is in a trailer. */
  readonly value?: string;
}

/** The checksum that the request carries, in a header, a presigned parameter or an announced trailer. */
const expectedChecksum = (request: S3Request): ExpectedChecksum | undefined => {
  const names = [
    ...Object.keys(request.message.headers),
    ...Object.keys(request.query).map((name) => name.toLowerCase()),
  ];
  const found = new Set(names.filter((name) => CHECKSUM_HEADER.test(name)));
  const trailer = request.header('x-amz-trailer')?.trim().toLowerCase();
  if (found.size + (trailer === undefined ? 0 : 1) > 1) {
    throw s3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  const name = trailer ?? [...found][0];
  if (name === undefined) return undefined;
  const algorithm = checksumAlgorithm(CHECKSUM_HEADER.exec(name)?.[1] ?? name);
  if (trailer !== undefined) return { algorithm };
  const value = request.header(name) ?? '';
  if (Buffer.from(value, 'base64').length !== startChecksum(algorithm).digest().length) {
    throw s3Error('InvalidRequest', `Value for ${name} header is invalid.`);
  }
  return { algorithm, value };
};

const expectedMd5 = (request: S3Request): string | undefined => {
  const header = request.header('content-md5');
  if (header === undefined) return undefined;
  const bytes = Buffer.from(header, 'base64');
  if (bytes.length !== 16) throw s3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.');
  return bytes.toString('hex');
};

/** The body size in bytes that the headers declare. @throws AwsError MissingContentLength, EntityTooLarge */
const declaredSize = (request: S3Request, chunked: boolean): number => {
  const text = chunked ? request.header('x-amz-decoded-content-length') : request.message.headers['content-length'];
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw s3Error('MissingContentLength');
  if (Number(text) > MAX_SINGLE_BYTES) {
    throw s3Error('EntityTooLarge', undefined, { ProposedSize: text, MaxSizeAllowed: String(MAX_SINGLE_BYTES) });
  }
  return Number(text);
};

const badDigest = (algorithm: string) =>
  s3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);

/**
 * Streams a request's body to a file. Removes the framing and checks size, Content-MD5, payload hash and checksum.
 * Leaves no file after a mismatch or a cut connection.
 * @param compute a checksum to compute even when the request carries none
 * @returns the file, and the algorithm of the checksum that the request carried
 */
export const receiveBody = async (
  request: S3Request,
  blobs: BlobStore,
  compute?: ChecksumAlgorithm,
): Promise<{ received: ReceivedBlob; carried: ChecksumAlgorithm | undefined }> => {
  const { message } = request;
  const payload = request.message.headers['x-amz-content-sha256'] as string | undefined;
  const encodings = (request.header('content-encoding') ?? '').split(',').map((name) => name.trim());
  const chunked = payload === STREAMING_TRAILER || encodings.includes('aws-chunked');
  if (payload?.startsWith('STREAMING-') && payload !== STREAMING_TRAILER) {
    throw s3Error('NotImplemented', `The local S3 does not support ${payload}`);
  }
  const size = declaredSize(request, chunked);
  const checksum = expectedChecksum(request);
  const md5 = expectedMd5(request);
  const sha256 = payload !== undefined && /^[0-9a-f]{64}$/.test(payload) ? payload : undefined;
  const decoder = chunked ? createChunkedDecoder() : undefined;

  const check = (received: ReceivedBlob): void => {
    if (received.size !== size) throw s3Error('IncompleteBody');
    if (sha256 !== undefined && received.sha256 !== sha256) throw s3Error('XAmzContentSHA256Mismatch');
    if (md5 !== undefined && received.md5 !== md5) throw badDigest('Content-MD5');
    if (!checksum) return;
    const value = checksum.value ?? decoder?.trailers.get(checksumHeader(checksum.algorithm));
    if (value === undefined) throw s3Error('MalformedTrailerError');
    if (value !== received.checksums[checksum.algorithm]) throw badDigest(checksum.algorithm);
  };
  const algorithms = [...new Set([checksum?.algorithm, compute].filter((name) => name !== undefined))];
  const source: Readable = decoder ? message.pipe(decoder.stream) : message;
  if (decoder) message.once('close', () => message.complete || decoder.stream.destroy(s3Error('IncompleteBody')));
  const received = await blobs.receive(source, {
    algorithms,
    sha256: sha256 !== undefined,
    limit: size,
    onExceeded: () => s3Error('IncompleteBody', 'The request body is longer than its headers declare'),
    check,
  });
  return { received, carried: checksum?.algorithm };
};

/** Reads a small XML body whole and checks its digests. @throws AwsError MalformedXML, BadDigest … */
export const receiveXml = async (request: S3Request): Promise<string> => {
  const body = await readBody(request.message, MAX_XML_BYTES).catch((error: unknown) => {
    throw error instanceof AwsError ? s3Error('MalformedXML') : error;
  });
  const payload = request.message.headers['x-amz-content-sha256'];
  if (typeof payload === 'string' && payload.startsWith('STREAMING-'))
    throw s3Error('NotImplemented', `The local S3 does not support ${payload} here`);
  if (
    typeof payload === 'string' &&
    /^[0-9a-f]{64}$/.test(payload) &&
    createHash('sha256').update(body).digest('hex') !== payload
  ) {
    throw s3Error('XAmzContentSHA256Mismatch');
  }
  const md5 = expectedMd5(request);
  if (md5 !== undefined && createHash('md5').update(body).digest('hex') !== md5) throw badDigest('Content-MD5');
  return body.toString('utf8');
};

/** Requires that a small body carries a digest and that it matches. @throws AwsError BadDigest, InvalidRequest */
export const requireBodyDigest = (request: S3Request, body: string): void => {
  const checksum = expectedChecksum(request);
  if (!checksum && request.header('content-md5') === undefined) {
    throw s3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  }
  if (!checksum) return;
  const digest = startChecksum(checksum.algorithm);
  digest.update(Buffer.from(body, 'utf8'));
  if (digest.digest().toString('base64') !== checksum.value) throw badDigest(checksum.algorithm);
};
