import type { S3Engine } from '../engines/s3/types.ts';
import type { WebRequest, WebResponse } from '../http.ts';

/** The part of S3 that the delivery reads. */
export type ObjectReader = Pick<S3Engine, 'readObject' | 'statObject'>;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An error in the XML of S3 and CloudFront. */
export const xmlError = (status: number, code: string, message: string): WebResponse => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>' +
      `<Error><Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message></Error>`,
  ),
});

/**
 * Parses a single `bytes=` range over `size` bytes. Undefined for none or several, `bad` for one outside the object.
 */
export const parseRange = (
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'bad' | undefined => {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined;
  return start >= size || (from === '' && Number(to) === 0) ? 'bad' : { start, end };
};

const isUnchanged = (headers: WebRequest['headers'], etag: string, modified: Date): boolean => {
  const match = headers['if-none-match'];
  if (match !== undefined)
    return match === '*' || match.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
};

/** Responds to a GET or HEAD from a private bucket, as with origin access control: a missing object returns 403. */
export const readBucket = async (
  s3: ObjectReader,
  bucket: string,
  key: string,
  request: WebRequest,
): Promise<WebResponse> => {
  const stat = key === '' ? undefined : s3.statObject(bucket, key);
  if (!stat) return xmlError(403, 'AccessDenied', 'Access Denied');
  const etag = `"${stat.etag}"`;
  const headers: Record<string, string> = {
    'content-type': stat.contentType,
    etag,
    'last-modified': stat.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    ...(stat.cacheControl ? { 'cache-control': stat.cacheControl } : {}),
    ...(stat.versionId ? { 'x-amz-version-id': stat.versionId } : {}),
  };
  for (const [name, value] of Object.entries(stat.metadata)) headers[`x-amz-meta-${name}`] = value;
  if (isUnchanged(request.headers, etag, stat.lastModified)) return { status: 304, headers };
  const current = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = current ? parseRange(request.headers['range'], stat.size) : undefined;
  if (range === 'bad') {
    const rejected = xmlError(416, 'InvalidRange', 'The requested range is not satisfiable');
    return { ...rejected, headers: { ...rejected.headers, 'content-range': `bytes */${stat.size}` } };
  }
  headers['content-length'] = String(range ? range.end - range.start + 1 : stat.size);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${stat.size}`;
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return { status, headers };
  const object = await s3.readObject(bucket, key, range ? { range } : {});
  return object ? { status, headers, body: object.stream } : xmlError(403, 'AccessDenied', 'Access Denied');
};
