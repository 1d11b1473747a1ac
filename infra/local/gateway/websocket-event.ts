import { randomBytes } from 'node:crypto';
import type { WebRequest } from '../http.ts';
import { requestTime } from './event.ts';

/** An ID like those of API Gateway for connections, messages and requests: 11 bytes, e.g. `L0SM9cOFvHcCIhw=`. */
export const gatewayId = (): string => `${randomBytes(11).toString('base64url')}=`;

/** The viewer of a connection, as far as the gateway knows it. */
export interface SocketIdentity {
  readonly sourceIp: string;
  readonly userAgent?: string;
}

/** Fields that all events of one connection share. */
export interface ConnectionFacts {
  readonly connectionId: string;
  readonly apiId: string;
  readonly stage: string;
  /** Host of the API. */
  readonly domainName: string;
  /** Epoch milliseconds. */
  readonly connectedAt: number;
  readonly identity: SocketIdentity;
}

/** `requestContext` of an event of a WebSocket API. */
export interface SocketRequestContext extends ConnectionFacts {
  readonly routeKey: string;
  readonly eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT';
  readonly messageDirection: 'IN';
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly requestTime: string;
  readonly requestTimeEpoch: number;
  readonly messageId?: string;
  readonly disconnectStatusCode?: number;
  readonly disconnectReason?: string;
}

type Strings = Readonly<Record<string, string>>;
type Lists = Readonly<Record<string, readonly string[]>>;

/** The event of a WebSocket API's function. */
export interface SocketEvent {
  readonly requestContext: SocketRequestContext;
  readonly isBase64Encoded: false;
  readonly headers?: Strings;
  readonly multiValueHeaders?: Lists;
  readonly queryStringParameters?: Strings;
  readonly multiValueQueryStringParameters?: Lists;
  readonly body?: string;
}

type Specific = Pick<SocketRequestContext, 'routeKey' | 'eventType'> & Partial<SocketRequestContext>;

const contextOf = (facts: ConnectionFacts, specific: Specific, now: number): SocketRequestContext => {
  const requestId = gatewayId();
  return {
    ...facts,
    messageDirection: 'IN',
    requestId,
    extendedRequestId: requestId,
    requestTime: requestTime(now),
    requestTimeEpoch: now,
    ...specific,
  };
};

const inLists = (strings: Strings): Lists =>
  Object.fromEntries(Object.entries(strings).map(([name, value]) => [name, [value]]));

/** `sec-websocket-key` → `Sec-WebSocket-Key`: the gateway passes header names as browsers write them. */
const headerName = (name: string): string =>
  name
    .replace(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase())
    .replace('Websocket', 'WebSocket');

/** The event of the `$connect` route, with the viewer's whole request. */
export const connectEvent = (facts: ConnectionFacts, request: WebRequest, now: number): SocketEvent => {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [headerName(name), value]));
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(request.query))
    query[name] = [...(Object.hasOwn(query, name) ? (query[name] ?? []) : []), value];
  return {
    headers,
    multiValueHeaders: inLists(headers),
    ...(request.query === ''
      ? {}
      : {
          queryStringParameters: Object.fromEntries(
            Object.entries(query).map(([name, values]) => [name, values.at(-1) ?? '']),
          ),
          multiValueQueryStringParameters: query,
        }),
    requestContext: contextOf(facts, { routeKey: '$connect', eventType: 'CONNECT' }, now),
    isBase64Encoded: false,
  };
};

/** The event of a message. */
export const messageEvent = (facts: ConnectionFacts, routeKey: string, body: string, now: number): SocketEvent => ({
  requestContext: contextOf(facts, { routeKey, eventType: 'MESSAGE', messageId: gatewayId() }, now),
  body,
  isBase64Encoded: false,
});

/** The event of the `$disconnect` route. `code` and `reason` are those of the close frame, or the gateway's own. */
export const disconnectEvent = (facts: ConnectionFacts, code: number, reason: string, now: number): SocketEvent => {
  const headers = { Host: facts.domainName, 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' };
  return {
    headers,
    multiValueHeaders: inLists(headers),
    requestContext: contextOf(
      facts,
      { routeKey: '$disconnect', eventType: 'DISCONNECT', disconnectStatusCode: code, disconnectReason: reason },
      now,
    ),
    isBase64Encoded: false,
  };
};

/**
 * Creates the selector of a route selection expression such as `$request.body.action`. It returns the route key that a
 * message names, or undefined when it names none or is not JSON. Keys that start with a dollar sign belong to the
 * gateway and cannot be selected.
 * @throws Error for an expression of another form
 */
export const routeSelector = (expression: string): ((body: string) => string | undefined) => {
  const path = /^\$\{?request\.body\.([\w-]+(?:\.[\w-]+)*)\}?$/.exec(expression)?.[1]?.split('.');
  if (!path) throw new Error(`the local cloud does not support the route selection expression ${expression}`);
  return (body) => {
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return undefined;
    }
    for (const name of path) {
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined;
    }
    return typeof value === 'string' && !value.startsWith('$') ? value : undefined;
  };
};
