import type { Gateway } from '../gateway/gateway.ts';
import { cookiesOf, jsonResponse, type WebRequest, type WebResponse } from '../http.ts';
import { type ObjectReader, readBucket, xmlError } from './bucket-origin.ts';
import { encodingFor } from './compression.ts';
import {
  type ApiOrigin,
  type Behavior,
  type BucketOrigin,
  type CachePolicy,
  type Forwarding,
  isSelected,
} from './distribution.ts';
import type { EdgeCache, EdgeOutcome } from './edge-cache.ts';

export interface OriginOptions {
  readonly s3: ObjectReader;
  readonly gateway: Pick<Gateway, 'handle'>;
  /** Whether a bucket's policy allows a distribution to read an object. */
  readonly canRead: (distributionId: string, bucket: string, key: string) => boolean;
  readonly edgeCache: EdgeCache;
}

/** A response, and how the edge found it. */
export interface Served {
  readonly response: WebResponse;
  readonly result: EdgeOutcome;
}

/** Headers of the connection, not of the request. They are not forwarded. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-authorization',
  'proxy-connection',
  'host',
  'cookie',
]);
/** Headers of the body, which are always forwarded. */
const BODY_HEADERS = new Set(['content-type', 'content-length', 'content-encoding']);

const forwardedHeaders = (
  request: WebRequest,
  origin: ApiOrigin,
  policies: readonly Forwarding[],
): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (HOP_HEADERS.has(name)) continue;
    if (BODY_HEADERS.has(name) || policies.some((policy) => isSelected(policy.headers, name))) headers[name] = value;
  }
  const cookies = cookiesOf(request.headers).filter(([name]) =>
    policies.some((policy) => isSelected(policy.cookies, name)),
  );
  headers['user-agent'] ??= 'Amazon CloudFront';
  return {
    ...headers,
    ...(cookies.length > 0 ? { cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
    ...origin.headers,
    host: origin.host,
    'x-forwarded-for': request.sourceIp,
    'x-forwarded-proto': 'https',
  };
};

const forwardedQuery = (query: string, policies: readonly Forwarding[]): string =>
  query
    .split('&')
    .filter((pair) => pair !== '' && policies.some((policy) => isSelected(policy.query, pair.split('=')[0] ?? '')))
    .join('&');

/** The request that an API receives for a viewer's request. */
export const forwarded = (
  request: WebRequest,
  origin: ApiOrigin,
  ...optionalPolicies: readonly (Forwarding | undefined)[]
): WebRequest => {
  const policies = optionalPolicies.filter((policy) => policy !== undefined);
  return {
    ...request,
    path: origin.path + request.path,
    query: forwardedQuery(request.query, policies),
    headers: forwardedHeaders(request, origin, policies),
  };
};

/** The object key of a path; undefined for invalid encoding. */
const keyOf = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path).slice(1);
  } catch {
    return undefined;
  }
};

/** A response that is not from the cache. */
export const missed = (response: WebResponse): Served => ({ response, result: 'Miss' });

/** Creates what responds to a request that a behavior admitted: the edge's cache, or the behavior's origin. */
export const createOriginReader = ({ s3, gateway, canRead, edgeCache }: OriginOptions) => {
  /** A file of a bucket, from the cache if its policy allows. */
  const fromBucket = async (
    request: WebRequest,
    origin: BucketOrigin,
    cache: CachePolicy,
    distributionId: string,
  ): Promise<Served> => {
    const { bucket } = origin;
    const key = keyOf(origin.path + request.path);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return missed(xmlError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.'));
    if (key === undefined) return missed(xmlError(400, 'InvalidURI', "Couldn't parse the specified URI."));
    const askOrigin = (): ObjectReader | undefined => (canRead(distributionId, bucket, key) ? s3 : undefined);
    if (cache.ttl === undefined || key === '') {
      const reader = askOrigin();
      return missed(
        reader ? await readBucket(reader, bucket, key, request) : xmlError(403, 'AccessDenied', 'Access Denied'),
      );
    }
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '', cache) ?? '';
    const wanted = { path: `/${key}`, encoding };
    const { reader, result } = await edgeCache.find(wanted, { bucket, key }, cache.ttl, askOrigin);
    return { response: await readBucket(reader, bucket, key, request), result };
  };

  return async (
    request: WebRequest,
    { origin, cache, originRequest }: Behavior,
    distributionId: string,
  ): Promise<Served> => {
    if (origin.kind === 'bucket') return fromBucket(request, origin, cache, distributionId);
    // A WebSocket API serves nothing else.
    if (origin.kind === 'webSocket')
      return missed(jsonResponse(426, { message: 'Upgrade Required' }, { upgrade: 'websocket' }));
    return missed(await gateway.handle(origin.apiId, forwarded(request, origin, cache.forwarding, originRequest)));
  };
};
