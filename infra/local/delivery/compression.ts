import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { WebRequest, WebResponse } from '../http.ts';
import type { CachePolicy } from './distribution.ts';

/** CloudFront only compresses bodies within these sizes. */
const MIN_BYTES = 1000;
const MAX_BYTES = 10_000_000;
/** Maximum cached bodies, so that a page's files are compressed once. */
const MAX_CACHED = 100;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE_TYPES = [
  String.raw`text/(css|csv|html|javascript|js|plain|xml|vtt|richtext|tab-separated-values)`,
  String.raw`application/(javascript|json|ld\+json|manifest\+json|xml|xhtml\+xml|rss\+xml|wasm)`,
  String.raw`application/(vnd\.apple\.mpegurl|x-mpegurl|dash\+xml|pdf)`,
  'font/(eot|otf|ttf|opentype)',
  String.raw`image/(svg\+xml|vnd\.microsoft\.icon|x-icon)`,
];
const COMPRESSIBLE = new RegExp(String.raw`^(${COMPRESSIBLE_TYPES.join('|')})\s*(;|$)`, 'i');

/** Compresses responses as CloudFront does. */
export type Compress = (request: WebRequest, response: WebResponse, policy: CachePolicy) => Promise<WebResponse>;

/** The encoding in which a viewer receives what can be compressed, given its `Accept-Encoding`. */
export const encodingFor = (accepted: string, policy: CachePolicy): 'br' | 'gzip' | undefined => {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (policy.brotli && names.includes('br')) return 'br';
  return policy.gzip && names.includes('gzip') ? 'gzip' : undefined;
};

const isOpen = (body: WebResponse['body']): body is Readable => body !== undefined && !Buffer.isBuffer(body);

/** Creates a compressor with its own cache of compressed bodies. */
export const createCompressor = (): Compress => {
  const cache = new Map<string, Buffer>();
  return async (request, response, policy) => {
    const { status, headers, body } = response;
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '', policy);
    const length = Buffer.isBuffer(body) ? body.length : Number(headers['content-length'] ?? 0);
    const fits =
      status === 200 &&
      length >= MIN_BYTES &&
      length <= MAX_BYTES &&
      COMPRESSIBLE.test(String(headers['content-type'] ?? ''));
    if (!encoding || !fits || body === undefined || headers['content-encoding']) return response;
    const etag = headers['etag'];
    const name = typeof etag === 'string' ? `${encoding} ${etag} ${length}` : undefined;
    const found = name === undefined ? undefined : cache.get(name);
    if (found && isOpen(body)) body.destroy();
    const plain = found ? undefined : isOpen(body) ? await buffer(body) : body;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    const packed = found ?? (await (encoding === 'br' ? brotli(plain ?? '', quality) : zip(plain ?? '')));
    if (name !== undefined) {
      cache.delete(name);
      cache.set(name, packed);
      const oldest = cache.size > MAX_CACHED ? cache.keys().next().value : undefined;
      if (oldest !== undefined) cache.delete(oldest);
    }
    const { 'accept-ranges': _ranges, 'content-length': _length, ...others } = headers;
    return {
      status,
      headers: {
        ...others,
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        ...(typeof etag === 'string' ? { etag: etag.startsWith('W/') ? etag : `W/${etag}` } : {}),
      },
      body: packed,
    };
  };
};
