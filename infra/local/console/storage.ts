import { pipeline } from 'node:stream/promises';
import type { ObjectVersion, S3Engine } from '../engines/s3/types.ts';
import { type Call, invalid, notFound, type Routes, integerOf } from './router.ts';

/**
 * Policy of an opened file: it may do nothing. Users upload the files, and they open on the site's own origin, where a
 * script in them would have the site's rights.
 */
const FILE_POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
/** Types that browsers display; every other type is downloaded. */
const DISPLAYED = /^(image\/(png|jpeg|gif|webp|avif)|audio\/|video\/|text\/plain|application\/json)/;
/** Opened as plain text, so that a browser displays instead of downloading or playing them. */
const READ_AS_TEXT = /^(application\/(vnd\.apple\.mpegurl|x-mpegurl|json)|text\/)/i;

const versionView = ({ key, size, modified, etag, versionId, latest, deleteMarker, attributes }: ObjectVersion) => ({
  key,
  size,
  modified,
  etag,
  versionId,
  latest,
  deleteMarker,
  contentType: attributes.contentType,
});

/** The content disposition with the last part of a key as file name, in ASCII and in full (RFC 6266). */
const disposition = (kind: 'inline' | 'attachment', key: string): string => {
  const name = key.slice(key.lastIndexOf('/') + 1) || 'file';
  const ascii = name.replaceAll(/[^\w. -]/g, '_');
  const full = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${full}`;
};

const rangeOf = (header: string | undefined, size: number): { start: number; end: number } | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : undefined;
};

/** Buckets, their objects by folder, versions of a key, and the objects themselves. */
export const storageRoutes = (s3: Pick<S3Engine, 'browser' | 'readObject' | 'statObject'>): Routes => {
  const bucketOf = ({ names: [name = ''] }: Call): string => {
    if (!s3.browser.buckets().some((bucket) => bucket.name === name)) throw notFound('bucket', name);
    return name;
  };
  const keyOf = ({ query }: Call): string => {
    const key = query.get('key') ?? '';
    if (key === '') throw invalid('key is required');
    return key;
  };

  const download = async (call: Call): Promise<undefined> => {
    const { query, request, response } = call;
    const [bucket, key, version] = [bucketOf(call), keyOf(call), query.get('version') ?? undefined];
    const stat = s3.statObject(bucket, key, version);
    if (!stat) throw notFound('object', key);
    const range = rangeOf(request.headers.range, stat.size);
    const found = await s3.readObject(bucket, key, {
      ...(version === undefined ? {} : { versionId: version }),
      ...(range ? { range } : {}),
    });
    if (!found) throw notFound('object', key);
    const asText = READ_AS_TEXT.test(found.contentType);
    const isDisplayed = query.get('open') === '1' && (asText || DISPLAYED.test(found.contentType));
    response.writeHead(range ? 206 : 200, {
      'content-type': !isDisplayed
        ? 'application/octet-stream'
        : asText
          ? 'text/plain; charset=utf-8'
          : found.contentType,
      'content-length': range ? range.end - range.start + 1 : found.size,
      'content-disposition': disposition(isDisplayed ? 'inline' : 'attachment', key),
      'content-security-policy': FILE_POLICY,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${found.size}` } : {}),
    });
    if (request.method === 'HEAD') {
      found.stream.destroy();
      response.end();
    } else await pipeline(found.stream, response).catch(() => response.destroy());
    return undefined;
  };

  return {
    'GET storage': () => s3.browser.buckets(),
    'GET storage/{}': (call) => {
      const prefix = call.query.get('prefix') ?? '';
      const { objects, prefixes, next } = s3.browser.page(
        bucketOf(call),
        prefix,
        call.query.get('after') ?? undefined,
        integerOf(call.query, 'limit', 50, 1, 500),
      );
      return { prefix, prefixes, objects: objects.map(versionView), next: next ?? null };
    },
    'GET storage/{}/versions': (call) => {
      const [bucket, key] = [bucketOf(call), keyOf(call)];
      const versions = s3.browser.versions(bucket, key, 100).map(versionView);
      if (versions.length === 0) throw notFound('object', key);
      return versions;
    },
    'GET storage/{}/object': download,
  };
};
