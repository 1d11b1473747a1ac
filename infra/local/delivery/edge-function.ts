import { randomUUID } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import type { WebRequest, WebResponse } from '../http.ts';
import { cookiesOf } from '../http.ts';

/** A CloudFront Function of the template. */
export interface EdgeFunction {
  readonly name: string;
  /** Runs the viewer-request handler. Returns the changed request, or a response. */
  onRequest(request: WebRequest, distribution: { readonly id: string; readonly domainName: string }): EdgeResult;
}

/** The result of a viewer-request function. */
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
 * CloudFront limits a function's compute time. Here a time limit replaces it and only stops endless loops: a busy
 * computer can suspend the process for a good part of a second.
 */
const LIMIT_MS = 5000;

const collect = (pairs: Iterable<readonly [string, string]>): Record<string, EdgeValue> => {
  const result: Record<string, EdgeValue> = {};
  for (const [name, value] of pairs) {
    const existing = result[name];
    result[name] = existing
      ? { value: existing.value, multiValue: [...(existing.multiValue ?? [{ value: existing.value }]), { value }] }
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
    (multiValue ?? [{ value }]).map((entry) => (entry.value === '' ? name : `${name}=${entry.value}`)),
  );

const toEdge = (request: WebRequest): EdgeRequest => {
  // CloudFront removes what viewers send under names of its own headers. The local edge knows no country to add.
  const sent = Object.entries(request.headers).filter(([name]) => name !== 'cookie' && !name.startsWith('cloudfront-'));
  return {
    method: request.method,
    uri: request.path,
    querystring: collect(querystringPairs(request.query)),
    headers: collect(sent),
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
 * Compiles a CloudFront Function: one `handler(event)` with JSON input and output and no access to Node.
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
      const output = call.runInContext(context, { timeout: LIMIT_MS }) as string | undefined;
      const result = JSON.parse(output ?? 'null') as EdgeRequest | EdgeResponse | null;
      if (result === null || typeof result !== 'object')
        throw new Error(`The CloudFront function ${name} returned neither a request nor a response`);
      return 'statusCode' in result
        ? { kind: 'response', response: toResponse(result) }
        : { kind: 'request', request: fromEdge(result, request) };
    },
  };
};
