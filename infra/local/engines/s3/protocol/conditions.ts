import { s3Error } from './errors.ts';
import type { S3Request } from './request.ts';
import type { ByteRange, ObjectVersion } from '../types.ts';

const matchesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((candidate) => {
    const bare = candidate
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1');
    return bare === '*' || bare === etag;
  });

const seconds = (time: number): number => Math.floor(time / 1000);

/**
 * Evaluates the conditional headers of a read (RFC 9110 order, as S3 documents it).
 * @returns true when the response is 304
 * @throws AwsError PreconditionFailed
 */
export const isNotModified = (request: S3Request, version: ObjectVersion): boolean => {
  const ifMatch = request.header('if-match');
  const ifNoneMatch = request.header('if-none-match');
  const modifiedSince = Date.parse(request.header('if-modified-since') ?? '');
  const unmodifiedSince = Date.parse(request.header('if-unmodified-since') ?? '');
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, version.etag)) throw s3Error('PreconditionFailed', undefined, { Condition: 'If-Match' });
  } else if (seconds(version.modified) > seconds(unmodifiedSince)) {
    throw s3Error('PreconditionFailed', undefined, { Condition: 'If-Unmodified-Since' });
  }
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, version.etag);
  return seconds(version.modified) <= seconds(modifiedSince);
};

/**
 * Returns a guard that rejects a write when its `If-None-Match: *` or `If-Match` fails.
 * @throws AwsError PreconditionFailed, NoSuchKey
 */
export const writeGuard = (request: S3Request) => {
  const ifMatch = request.header('if-match');
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw s3Error('NotImplemented', 'If-None-Match of a write supports only *');
  }
  return (current: ObjectVersion | undefined): void => {
    if (ifNoneMatch !== undefined && current)
      throw s3Error('PreconditionFailed', undefined, { Condition: 'If-None-Match' });
    if (ifMatch === undefined) return;
    if (!current) throw s3Error('NoSuchKey');
    if (!matchesEtag(ifMatch, current.etag)) throw s3Error('PreconditionFailed', undefined, { Condition: 'If-Match' });
  };
};

/** Evaluates `x-amz-copy-source-if-…`. @throws AwsError PreconditionFailed */
export const checkCopyConditions = (request: S3Request, source: ObjectVersion): void => {
  const ifMatch = request.header('x-amz-copy-source-if-match');
  const ifNoneMatch = request.header('x-amz-copy-source-if-none-match');
  const modifiedSince = Date.parse(request.header('x-amz-copy-source-if-modified-since') ?? '');
  const unmodifiedSince = Date.parse(request.header('x-amz-copy-source-if-unmodified-since') ?? '');
  const failed =
    (ifMatch !== undefined && !matchesEtag(ifMatch, source.etag)) ||
    (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, source.etag)) ||
    seconds(source.modified) <= seconds(modifiedSince) ||
    seconds(source.modified) > seconds(unmodifiedSince);
  if (failed) throw s3Error('PreconditionFailed');
};

/**
 * Reads a Range header for an object of `size` bytes. Undefined means the whole object: no header, multiple ranges or
 * another unit, which S3 ignores.
 * @throws AwsError InvalidRange
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (start >= size || (first === '' && Number(last) === 0)) {
    throw s3Error(
      'InvalidRange',
      undefined,
      { ActualObjectSize: String(size) },
      { 'content-range': `bytes */${size}` },
    );
  }
  return { start, end };
};
