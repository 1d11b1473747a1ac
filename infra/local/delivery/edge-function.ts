import { randomUUID } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import type { WebRequest, WebResponse } from '../http.ts';
import { cookiesOf } from '../http.ts';

/** A CloudFront Function of the template. */
export interface EdgeFunction {
  readonly name: string;
  /** Runs the viewer-request handler. Answers the changed request, or the response that ends it. */
  onRequest(request: WebRequest, distribution: { readonly id: string; readonly domainName: string }): EdgeResult;
}

/** What a viewer-request function decided. */
export type EdgeResult =
  | { readonly kind: 'request'; readonly request: WebRequest }
  | { readonly kind: 'response'; readonly response: WebResponse };

interface EdgeValue {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
}

interface EdgeRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Readonly<Record<string, EdgeValue>>;
  readonly headers: Readonly<Record<string, EdgeValue>>;
  readonly cookies: Readonly<Record<string, EdgeValue>>;
}

interface EdgeResponse {
  readonly statusCode: number;
  readonly statusDescription?: string;
  readonly headers?: Readonly<Record<string, EdgeValue>>;
  readonly body?: string | { readonly data: string; readonly encoding?: 'text' | 'base64' };
}

/**
 * CloudFront stops a function that computes too long. Here the wall clock stands in for its compute units, so the limit
 * only ends what would never end: a busy computer may take the processor away for a good part of a second.
 */
const LIMIT_MS = 5000;

const collect = (pairs: Iterable<readonly [string, string]>): Record<string, EdgeValue> => {
  const result: Record<string, EdgeValue> = {};
  for (const [name, value] of pairs) {
    const present = result[name];
    result[name] = present
      ? { value: present.value, multiValue: [...(present.multiValue ?? [{ value: present.value }]), { value }] }
      : { value };
  }
  return result;
};

const querystringPairs = (query: string): (readonly [string, string])[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name, ...value] = pair.split('=');
      return [name ?? '', value.join('=')];
    });

const spread = (values: Readonly<Record<string, EdgeValue>>): string[] =>
  Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((one) => (one.value === '' ? name : `${name}=${one.value}`)),
  );

const toEdge = (request: WebRequest): EdgeRequest => {
  const { cookie: _cookie, ...headers } = request.headers;
  return {
    method: request.method,
    uri: request.path,
    querystring: collect(querystringPairs(request.query)),
    headers: collect(Object.entries(headers)),
    cookies: collect(cookiesOf(request.headers)),
  };
};

const fromEdge = (edge: EdgeRequest, original: WebRequest): WebRequest => {
  const cookie = spread(edge.cookies).join('; ');
  const headers = Object.fromEntries(
    Object.entries(edge.headers).map(([name, { value }]) => [name.toLowerCase(), value]),
  );
  return {
    ...original,
    path: edge.uri,
    query: spread(edge.querystring).join('&'),
    headers: cookie === '' ? headers : { ...headers, cookie },
  };
};

const toResponse = ({ statusCode, headers = {}, body }: EdgeResponse): WebResponse => {
  const data =
    typeof body === 'string'
      ? Buffer.from(body)
      : body && Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8');
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name.toLowerCase(), value])),
    ...(data ? { body: data } : {}),
  };
};

/**
 * Compiles a CloudFront Function: one `handler(event)`, JSON in and out, nothing of Node within reach.
 * @throws SyntaxError when the code does not compile
 */
export const createEdgeFunction = (name: string, code: string): EdgeFunction => {
  const context = createContext(
    { console: { log: (...parts: unknown[]) => console.log(`[${name}]`, ...parts) } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(code, { filename: `${name}.js` }).runInContext(context, { timeout: LIMIT_MS });
  const call = new Script('JSON.stringify(handler(JSON.parse(event)))', { filename: `${name}.js` });
  return {
    name,
    onRequest(request, distribution) {
      context['event'] = JSON.stringify({
        version: '1.0',
        context: {
          distributionDomainName: distribution.domainName,
          distributionId: distribution.id,
          eventType: 'viewer-request',
          requestId: randomUUID(),
        },
        viewer: { ip: request.sourceIp },
        request: toEdge(request),
      });
      const answer = call.runInContext(context, { timeout: LIMIT_MS }) as string | undefined;
      const result = JSON.parse(answer ?? 'null') as EdgeRequest | EdgeResponse | null;
      if (result === null || typeof result !== 'object')
        throw new Error(`The CloudFront function ${name} answered no request and no response`);
      return 'statusCode' in result
        ? { kind: 'response', response: toResponse(result) }
        : { kind: 'request', request: fromEdge(result, request) };
    },
  };
};
