import { WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import { jsonResponse, requestHead, type WebRequest, type WebResponse } from '../http.ts';
import type { InvokeFunction, InvokeResult } from '../invoke.ts';
import { listen, type Listening, type RequestHandler } from '../servers.ts';
import { createIntegrationRunner, type Integration } from './integration.ts';
import { refuseUpgrade, type Upgrade } from './upgrade.ts';
import { type Connection, ENDINGS, type Ending, MAX_MESSAGE_BYTES, openConnection } from './websocket-connection.ts';
import {
  connectEvent,
  type ConnectionFacts,
  disconnectEvent,
  gatewayId,
  messageEvent,
  routeSelector,
  type SocketEvent,
} from './websocket-event.ts';

/** What the WebSocket APIs stand on. */
export interface WebSocketGatewayOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  /** Serves what reaches an API's host and is no upgrade: the calls of `@connections`. */
  readonly manage: RequestHandler;
}

/** The WebSocket APIs of the template. Each has a host of its own, as on AWS: a port of 127.0.0.1. */
export interface WebSocketGateway {
  /** Opens an API's host. @returns its `ApiEndpoint`, e.g. `ws://127.0.0.1:40123` */
  defineApi(apiId: string, routeSelectionExpression: string): Promise<string>;
  defineRoute(apiId: string, key: string, integration: Integration): void;
  /** Opens a stage, the first part of the path; before that an API refuses everything. */
  defineStage(apiId: string, stage: string): void;
  has(apiId: string): boolean;
  /** The API at a host, e.g. `127.0.0.1:40123`. */
  apiAt(host: string): string | undefined;
  /** Asks the `$connect` route and answers the upgrade. */
  connect(apiId: string, viewer: WebRequest, upgrade: Upgrade): Promise<void>;
  /** An open connection; undefined once it is over, and until `$connect` has answered. */
  find(apiId: string, stage: string, connectionId: string): Connection | undefined;
  /** Closes every connection, without a word to `$disconnect`, and the hosts. */
  stop(): Promise<void>;
}

interface Api {
  readonly routes: Map<string, Integration>;
  readonly stages: Set<string>;
  readonly connections: Map<string, Connection>;
  readonly select: (body: string) => string | undefined;
  readonly server: Listening;
}

const hostOf = ({ server }: Api): string => `127.0.0.1:${server.port}`;

const forbidden = (): WebResponse => jsonResponse(403, { message: 'Forbidden' });

/** Whether a request is a handshake that the WebSocket library will take, once the function has allowed it. */
const isHandshake = ({ method, headers }: WebRequest): boolean =>
  method === 'GET' &&
  headers['sec-websocket-version'] === '13' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '');

/** What `$connect` answered, as far as the gateway reads it. */
interface ConnectAnswer {
  readonly statusCode?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

const statusOf = (result: InvokeResult): number => {
  const status = Number((result.payload as ConnectAnswer | null | undefined)?.statusCode);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 502;
};

const protocolOf = (result: InvokeResult): string | undefined => {
  const headers = (result.payload as ConnectAnswer | null | undefined)?.headers ?? {};
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-websocket-protocol')?.[1];
  return typeof found === 'string' ? found : undefined;
};

/** What the gateway itself tells a viewer. */
const notice = (
  message: string,
  { requestContext: { connectionId, requestId } }: Pick<SocketEvent, 'requestContext'>,
): string => JSON.stringify({ message, connectionId, requestId });

/** Makes the WebSocket APIs of a local cloud. */
export const createWebSocketGateway = ({ clock, invoke, manage }: WebSocketGatewayOptions): WebSocketGateway => {
  const apis = new Map<string, Api>();
  const run = createIntegrationRunner(clock, invoke);
  const protocols = new WeakMap<object, string>();
  const waiting = new Set<Upgrade['socket']>();
  let stopped = false;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // API Gateway does not compress.
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (_offered, request) => protocols.get(request) ?? false,
  });

  const apiOf = (apiId: string): Api => {
    const api = apis.get(apiId);
    if (!api) throw new Error(`there is no WebSocket API ${apiId}`);
    return api;
  };

  /**
   * Runs a route; undefined when the API has none of that key. A failure to run at all counts as the function's own.
   */
  const runRoute = async ({ routes }: Api, event: SocketEvent): Promise<InvokeResult | 'late' | undefined> => {
    const { apiId, stage, routeKey } = event.requestContext;
    const integration = routes.get(routeKey);
    if (!integration) return undefined;
    return run(integration, event, `${apiId}/${stage}/${routeKey}`).catch((error: unknown) => {
      console.error(error);
      return { error: { errorType: 'Error', errorMessage: 'not run' }, logs: [] };
    });
  };

  const disconnected = (api: Api, facts: ConnectionFacts, { code, reason }: Ending): void => {
    api.connections.delete(facts.connectionId);
    if (!stopped) void runRoute(api, disconnectEvent(facts, code, reason, clock.now()));
  };

  const onMessage = async (api: Api, connection: Connection, body: string): Promise<void> => {
    const wanted = api.select(body);
    const routeKey = wanted !== undefined && api.routes.has(wanted) ? wanted : '$default';
    const event = messageEvent(connection.facts, routeKey, body, clock.now());
    const result = await runRoute(api, event);
    if (api.connections.get(connection.facts.connectionId) !== connection) return;
    // Without a route response what the function answers reaches nobody; that it failed does.
    if (result === undefined) connection.send(notice('Forbidden', event));
    else if (result === 'late') connection.send(notice('Endpoint request timed out', event));
    else if (result.error) connection.send(notice('Internal server error', event));
  };

  const accept = (api: Api, facts: ConnectionFacts, { request, socket, head }: Upgrade): void => {
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = openConnection({
        clock,
        facts,
        webSocket,
        socket,
        onMessage: (body) => void onMessage(api, connection, body),
        onEnd: (ending) => disconnected(api, facts, ending),
      });
      api.connections.set(facts.connectionId, connection);
    });
  };

  /** Why the function's answer refuses a connection; undefined when it allows it. */
  const refusalOf = (result: InvokeResult | 'late' | undefined, event: SocketEvent): WebResponse | undefined => {
    const { connectionId, requestId } = event.requestContext;
    if (result === undefined) return undefined;
    if (result === 'late') return jsonResponse(504, { message: 'Endpoint request timed out', connectionId, requestId });
    const status = result.error ? 502 : statusOf(result);
    if (status < 300) return undefined;
    if (status === 502) return jsonResponse(502, { message: 'Internal server error', connectionId, requestId });
    return { status, headers: { 'x-amzn-requestid': requestId } };
  };

  const connect: WebSocketGateway['connect'] = async (apiId, viewer, upgrade) => {
    const { request, socket } = upgrade;
    const api = apis.get(apiId);
    const stage = /^\/([^/]+)\/?$/.exec(viewer.path)?.[1] ?? '';
    if (!api?.stages.has(stage) || stopped) return refuseUpgrade(socket, forbidden());
    if (!isHandshake(viewer)) return refuseUpgrade(socket, jsonResponse(400, { message: 'Bad Request' }));
    const now = clock.now();
    const userAgent = viewer.headers['user-agent'];
    const facts: ConnectionFacts = {
      connectionId: gatewayId(),
      apiId,
      stage,
      domainName: hostOf(api),
      connectedAt: now,
      identity: { sourceIp: viewer.sourceIp, ...(userAgent === undefined ? {} : { userAgent }) },
    };
    const event = connectEvent(facts, viewer, now);
    waiting.add(socket);
    const result = await runRoute(api, event).finally(() => waiting.delete(socket));
    const refusal = refusalOf(result, event);
    if (refusal) return refuseUpgrade(socket, refusal);
    if (socket.destroyed || !socket.writable || !socket.readable) {
      socket.destroy();
      return disconnected(api, facts, ENDINGS.abnormal);
    }
    const protocol = typeof result === 'object' ? protocolOf(result) : undefined;
    if (protocol !== undefined) protocols.set(request, protocol);
    return accept(api, facts, upgrade);
  };

  return {
    async defineApi(apiId, routeSelectionExpression) {
      const select = routeSelector(routeSelectionExpression);
      const host = await listen(manage, 0, async (upgrade) =>
        connect(apiId, { ...requestHead(upgrade.request), body: Buffer.alloc(0) }, upgrade),
      );
      if (stopped) {
        // The start failed meanwhile, and the stop did not know of this server.
        await host.stop();
        throw new Error('the local cloud is stopping');
      }
      apis.set(apiId, { routes: new Map(), stages: new Set(), connections: new Map(), select, server: host });
      return `ws://127.0.0.1:${host.port}`;
    },
    defineRoute: (apiId, key, integration) => void apiOf(apiId).routes.set(key, integration),
    defineStage: (apiId, stage) => void apiOf(apiId).stages.add(stage),
    has: (apiId) => apis.has(apiId),
    apiAt: (host) => [...apis].find(([, api]) => hostOf(api) === host)?.[0],
    connect,
    find(apiId, stage, connectionId) {
      const connection = apis.get(apiId)?.connections.get(connectionId);
      return connection?.facts.stage === stage ? connection : undefined;
    },
    async stop() {
      stopped = true;
      for (const socket of waiting) socket.destroy();
      const open = [...apis.values()].flatMap(({ connections }) => [...connections.values()]);
      for (const connection of open) connection.end(ENDINGS.goingAway);
      await Promise.all(open.map((connection) => connection.gone()));
      await Promise.all([...apis.values()].map((api) => api.server.stop()));
    },
  };
};
