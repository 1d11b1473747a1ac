import type { Clock } from '../clock.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { cookiesOf, jsonResponse, type WebRequest, type WebResponse } from '../http.ts';
import { type ObjectReader, readBucket, xmlError } from './bucket-origin.ts';
import { createCompressor } from './compression.ts';
import type { DeliveredRequest } from './delivery-metrics.ts';
import {
  type ApiOrigin,
  type Behavior,
  behaviorOf,
  type Distribution,
  type Forwarding,
  isSelected,
  type ResponseHeaders,
} from './distribution.ts';
import { denyUnsigned } from './signed.ts';

export interface DeliveryOptions {
  readonly clock: Clock;
  readonly s3: ObjectReader;
  readonly gateway: Pick<Gateway, 'handle'>;
  /** Whether a bucket's policy allows a distribution to read an object. */
  readonly canRead: (distributionId: string, bucket: string, key: string) => boolean;
  /** Scheme and host in signed policies, e.g. `http://localhost:4000`. */
  readonly site: string;
  /** Called with each response. */
  readonly onRequest?: (request: DeliveredRequest) => void;
}

/** The result of a viewer's WebSocket upgrade: its API and the forwarded request, or an HTTP response. */
export type UpgradeTarget =
  { readonly apiId: string; readonly request: WebRequest } | { readonly rejection: WebResponse };

/** The distribution of the template on this machine. It has no cache: every response comes from its origin. */
export interface Delivery {
  define(distribution: Distribution): void;
  /** Responds to a viewer; 503 before a distribution is defined. */
  handle(request: WebRequest): Promise<WebResponse>;
  /** Routes a WebSocket upgrade by the same rules. */
  upgrade(request: WebRequest): UpgradeTarget;
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
const forwarded = (
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

const notDefined = (): WebResponse => xmlError(503, 'ServiceUnavailable', 'Soundstage is starting');

const withPolicy = (response: WebResponse, policy: ResponseHeaders | undefined): WebResponse => {
  if (!policy) return response;
  const headers = { ...response.headers };
  for (const name of policy.remove) delete headers[name];
  for (const { name, value, override } of policy.set) {
    if (override || headers[name] === undefined) headers[name] = value;
  }
  return { ...response, headers };
};

/** The object key of a path; undefined for invalid encoding. */
const keyOf = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path).slice(1);
  } catch {
    return undefined;
  }
};

/** Creates the delivery of a local cloud. */
export const createDelivery = ({ clock, s3, gateway, canRead, site, onRequest }: DeliveryOptions): Delivery => {
  const compress = createCompressor();
  let distribution: Distribution | undefined;

  const fromOrigin = async (
    request: WebRequest,
    { origin, cache, originRequest }: Behavior,
    distributionId: string,
  ): Promise<WebResponse> => {
    const path = origin.path + request.path;
    if (origin.kind === 'bucket') {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return xmlError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
      const key = keyOf(path);
      if (key === undefined) return xmlError(400, 'InvalidURI', "Couldn't parse the specified URI.");
      return canRead(distributionId, origin.bucket, key)
        ? readBucket(s3, origin.bucket, key, request)
        : xmlError(403, 'AccessDenied', 'Access Denied');
    }
    // A WebSocket API serves nothing else.
    if (origin.kind === 'webSocket')
      return jsonResponse(426, { message: 'Upgrade Required' }, { upgrade: 'websocket' });
    return gateway.handle(origin.apiId, forwarded(request, origin, cache.forwarding, originRequest));
  };

  /** Applies a behavior's rules for viewers. Returns the request for its origin, or the edge's own response. */
  const admit = (
    viewer: WebRequest,
    { id, domainName, defaultRootObject }: Distribution,
    behavior: Behavior,
  ): { readonly request: WebRequest } | { readonly rejection: WebResponse } => {
    if (!behavior.methods.includes(viewer.method)) {
      const rejection = xmlError(
        403,
        'AccessDenied',
        'This distribution is not configured to allow the HTTP request method that was used for this request.',
      );
      return { rejection };
    }
    if (behavior.trustedKeys) {
      const signed = {
        url: site + viewer.path,
        query: viewer.query,
        cookies: cookiesOf(viewer.headers),
        sourceIp: viewer.sourceIp,
      };
      const denial = denyUnsigned(signed, behavior.trustedKeys, clock.now());
      if (denial) return { rejection: xmlError(403, denial.code, denial.message) };
    }
    const request = viewer.path === '/' && defaultRootObject ? { ...viewer, path: `/${defaultRootObject}` } : viewer;
    const edge = behavior.viewerRequest?.onRequest(request, { id, domainName }) ?? {
      kind: 'request' as const,
      request,
    };
    return edge.kind === 'response' ? { rejection: edge.response } : { request: edge.request };
  };

  const serve = async (viewer: WebRequest, from: Distribution, behavior: Behavior): Promise<WebResponse> => {
    const admitted = admit(viewer, from, behavior);
    if ('rejection' in admitted) return admitted.rejection;
    const response = await fromOrigin(admitted.request, behavior, from.id);
    return behavior.compress ? compress(viewer, response, behavior.cache) : response;
  };

  return {
    define(next) {
      if (distribution) throw new Error('the local cloud supports only one distribution');
      distribution = next;
    },
    async handle(request) {
      if (!distribution) return notDefined();
      const behavior = behaviorOf(distribution, request.path);
      const { id: distributionId } = distribution;
      const isHead = request.method === 'HEAD';
      const isCacheable = behavior.cache.caches === true && (isHead || request.method === 'GET');
      const report = (response: WebResponse): void => onRequest?.({ distributionId, response, isHead, isCacheable });
      const response = await serve(request, distribution, behavior).catch((error: unknown) => {
        // The server answers a thrown error with 502.
        report({ status: 502, headers: {} });
        throw error;
      });
      report(response);
      return withPolicy(response, behavior.responseHeaders);
    },
    upgrade(viewer) {
      if (!distribution) return { rejection: notDefined() };
      const behavior = behaviorOf(distribution, viewer.path);
      const { origin, cache, originRequest, responseHeaders } = behavior;
      const admitted = admit(viewer, distribution, behavior);
      if ('rejection' in admitted) return { rejection: withPolicy(admitted.rejection, responseHeaders) };
      if (origin.kind !== 'webSocket')
        return { rejection: withPolicy(xmlError(400, 'BadRequest', 'This path is not a WebSocket.'), responseHeaders) };
      return { apiId: origin.apiId, request: forwarded(admitted.request, origin, cache.forwarding, originRequest) };
    },
  };
};
