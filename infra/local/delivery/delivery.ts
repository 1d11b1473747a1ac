import type { Clock } from '../clock.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { cookiesOf, type WebRequest, type WebResponse } from '../http.ts';
import { type ObjectReader, xmlError } from './bucket-origin.ts';
import { createCompressor } from './compression.ts';
import type { DeliveredRequest } from './delivery-metrics.ts';
import { type Behavior, behaviorOf, type Distribution, type ResponseHeaders } from './distribution.ts';
import { createEdgeCache } from './edge-cache.ts';
import { createOriginReader, forwarded, type Served } from './from-origin.ts';
import { denyUnsigned } from './signed.ts';

export interface DeliveryOptions {
  readonly clock: Clock;
  readonly s3: ObjectReader;
  readonly gateway: Pick<Gateway, 'handle'>;
  /** Whether a bucket's policy allows a distribution to read an object. */
  readonly canRead: (distributionId: string, bucket: string, key: string) => boolean;
  /** Scheme and host in signed policies, e.g. `http://localhost:4000`. */
  readonly site: string;
  /** Called for each request when its response was sent. */
  readonly onRequest?: (request: DeliveredRequest) => void;
}

/** The result of a viewer's WebSocket upgrade: its API and the forwarded request, or an HTTP response. */
export type UpgradeTarget =
  { readonly apiId: string; readonly request: WebRequest } | { readonly rejection: WebResponse };

/** The distribution of the template on this machine: one edge, whose cache keeps files of buckets. */
export interface Delivery {
  define(distribution: Distribution): void;
  /** Responds to a viewer; 503 before a distribution is defined. */
  handle(request: WebRequest): Promise<WebResponse>;
  /** Routes a WebSocket upgrade by the same rules. */
  upgrade(request: WebRequest): UpgradeTarget;
  /** Drops paths from the cache; `*` at the end of one is the beginning of many. */
  invalidate(paths: readonly string[]): void;
}

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

/** CloudFront's words. */
const METHOD_DENIED =
  'This distribution is not configured to allow the HTTP request method that was used for this request.';

/** Creates the delivery of a local cloud. */
export const createDelivery = ({ clock, s3, gateway, canRead, site, onRequest }: DeliveryOptions): Delivery => {
  const compress = createCompressor();
  const edgeCache = createEdgeCache(clock, s3);
  let distribution: Distribution | undefined;

  const fromOrigin = createOriginReader({ s3, gateway, canRead, edgeCache });

  /** Applies a behavior's rules for viewers. Returns the request for its origin, or the edge's own response. */
  const admit = (
    viewer: WebRequest,
    { id, domainName, defaultRootObject }: Distribution,
    behavior: Behavior,
  ): { readonly request: WebRequest } | { readonly rejection: WebResponse } => {
    if (!behavior.methods.includes(viewer.method)) return { rejection: xmlError(403, 'AccessDenied', METHOD_DENIED) };
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

  const serve = async (viewer: WebRequest, from: Distribution, behavior: Behavior): Promise<Served> => {
    const admitted = admit(viewer, from, behavior);
    if ('rejection' in admitted) return { response: admitted.rejection, result: 'FunctionGeneratedResponse' };
    const { response, result } = await fromOrigin(admitted.request, behavior, from.id);
    return { response: behavior.compress ? await compress(viewer, response, behavior.cache) : response, result };
  };

  return {
    define(next) {
      if (distribution) throw new Error('the local cloud supports only one distribution');
      distribution = next;
    },
    async handle(request) {
      if (!distribution) return notDefined();
      const started = clock.now();
      const behavior = behaviorOf(distribution, request.path);
      const { id: distributionId } = distribution;
      const { method, path } = request;
      const report = (outcome: Pick<DeliveredRequest, 'status' | 'bytes' | 'result' | 'firstByteMs'>): void =>
        onRequest?.({
          distributionId,
          at: clock.now(),
          method,
          path,
          pattern: behavior.name ?? '*',
          isCacheable: behavior.cache.ttl !== undefined && (method === 'HEAD' || method === 'GET'),
          ...outcome,
        });
      const served = await serve(request, distribution, behavior).catch((error: unknown) => {
        // The server answers a thrown error with 502.
        report({ status: 502, bytes: 0, result: 'Error', firstByteMs: clock.now() - started });
        throw error;
      });
      const { status } = served.response;
      const result = status >= 400 ? 'Error' : served.result;
      const firstByteMs = clock.now() - started;
      const response = withPolicy(served.response, behavior.responseHeaders);
      return {
        ...response,
        headers: { ...response.headers, 'x-cache': `${result} from cloudfront` },
        onSent: ({ bytes, completed }) =>
          report({
            status: completed || bytes > 0 ? status : 0,
            bytes,
            result: completed ? result : 'Error',
            firstByteMs,
          }),
      };
    },
    invalidate: edgeCache.invalidate,
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
