import { WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import { jsonResponse, requestHead, type WebRequest, type WebResponse } from '../http.ts';
import type { InvokeFunction, InvokeResult } from '../invoke.ts';
import { listen, type Listening, type RequestHandler } from '../servers.ts';
import { createIntegrationRunner, type Integration, type RunIntegration } from './integration.ts';
import { rejectUpgrade, type Upgrade } from './upgrade.ts';
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

export interface WebSocketGatewayOptions {
  readonly clock: Clock;
  readonly invoke: InvokeFunction;
  /** Handles requests to an API's host that are not upgrades: the `@connections` calls. */
  readonly manage: RequestHandler;
}

/** The WebSocket APIs of the template. Each has its own host, as on AWS: a port of 127.0.0.1. */
export interface WebSocketGateway {
  /** Opens an API's host. @returns its `ApiEndpoint`, e.g. `ws://127.0.0.1:40123` */
  defineApi(apiId: string, routeSelectionExpression: string): Promise<string>;
  defineRoute(apiId: string, key: string, integration: Integration): void;
  /** Creates a stage, the first segment of the path. Without one, an API rejects every request. */
  defineStage(apiId: string, stage: string): void;
  has(apiId: string): boolean;
  /** The API at a host, e.g. `127.0.0.1:40123`. */
  apiAt(host: string): string | undefined;
  /** Runs the `$connect` route and responds to the upgrade. */
  connect(apiId: string, viewer: WebRequest, upgrade: Upgrade): Promise<void>;
  /** An open connection; undefined before `$connect` has accepted it and after its end. */
  find(apiId: string, stage: string, connectionId: string): Connection | undefined;
  /** Closes every connection and host, without calling `$disconnect`. */
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

/** Whether the WebSocket library will accept a handshake, once the function has allowed it. */
const isHandshake = ({ method, headers }: WebRequest): boolean =>
  method === 'GET' &&
  headers['sec-websocket-version'] === '13' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '');

/** The fields of the `$connect` response that the gateway reads. */
interface ConnectResult {
  readonly statusCode?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

const statusOf = (result: InvokeResult): number => {
  const status = Number((result.payload as ConnectResult | null | undefined)?.statusCode);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 502;
};

const protocolOf = (result: InvokeResult): string | undefined => {
  const headers = (result.payload as ConnectResult | null | undefined)?.headers ?? {};
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-websocket-protocol')?.[1];
  return typeof found === 'string' ? found : undefined;
};

/** A message from the gateway itself to a viewer. */
const notice = (
  message: string,
  { requestContext: { connectionId, requestId } }: Pick<SocketEvent, 'requestContext'>,
): string => JSON.stringify({ message, connectionId, requestId });

/** State of the WebSocket APIs. */
interface State {
  readonly clock: Clock;
  readonly run: RunIntegration;
  readonly apis: Map<string, Api>;
  /** Subprotocols that `$connect` selected, by upgrade request. */
  readonly protocols: WeakMap<object, string>;
  /** Sockets whose `$connect` route is running. */
  readonly connecting: Set<Upgrade['socket']>;
  readonly server: WebSocketServer;
  stopped: boolean;
}

const createServer = (protocols: State['protocols']): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // API Gateway does not compress.
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (_offered, request) => protocols.get(request) ?? false,
  });

const apiOf = ({ apis }: State, apiId: string): Api => {
  const api = apis.get(apiId);
  if (!api) throw new Error(`WebSocket API ${apiId} does not exist`);
  return api;
};

/** Runs a route; undefined when the API does not have it. A function that cannot run counts as failed. */
const runRoute = async (
  { run }: State,
  { routes }: Api,
  event: SocketEvent,
): Promise<InvokeResult | 'late' | undefined> => {
  const { apiId, stage, routeKey } = event.requestContext;
  const integration = routes.get(routeKey);
  if (!integration) return undefined;
  return run(integration, event, `${apiId}/${stage}/${routeKey}`).catch((error: unknown) => {
    console.error(error);
    return { error: { errorType: 'Error', errorMessage: 'not run' }, logs: [] };
  });
};

const handleDisconnect = (state: State, api: Api, facts: ConnectionFacts, { code, reason }: Ending): void => {
  api.connections.delete(facts.connectionId);
  if (!state.stopped) void runRoute(state, api, disconnectEvent(facts, code, reason, state.clock.now()));
};

const handleMessage = async (state: State, api: Api, connection: Connection, body: string): Promise<void> => {
  const selected = api.select(body);
  const routeKey = selected !== undefined && api.routes.has(selected) ? selected : '$default';
  const event = messageEvent(connection.facts, routeKey, body, state.clock.now());
  const result = await runRoute(state, api, event);
  if (api.connections.get(connection.facts.connectionId) !== connection) return;
  // Without a route response, the viewer receives failures but not results.
  if (result === undefined) connection.send(notice('Forbidden', event));
  else if (result === 'late') connection.send(notice('Endpoint request timed out', event));
  else if (result.error) connection.send(notice('Internal server error', event));
};

const accept = (state: State, api: Api, facts: ConnectionFacts, { request, socket, head }: Upgrade): void => {
  state.server.handleUpgrade(request, socket, head, (webSocket) => {
    const connection = openConnection({
      clock: state.clock,
      facts,
      webSocket,
      socket,
      onMessage: (body) => void handleMessage(state, api, connection, body),
      onEnd: (ending) => handleDisconnect(state, api, facts, ending),
    });
    api.connections.set(facts.connectionId, connection);
  });
};

/** The response that rejects a connection, from the result of `$connect`; undefined when it allows the connection. */
const rejectionOf = (result: InvokeResult | 'late' | undefined, event: SocketEvent): WebResponse | undefined => {
  const { connectionId, requestId } = event.requestContext;
  if (result === undefined) return undefined;
  if (result === 'late') return jsonResponse(504, { message: 'Endpoint request timed out', connectionId, requestId });
  const status = result.error ? 502 : statusOf(result);
  if (status < 300) return undefined;
  if (status === 502) return jsonResponse(502, { message: 'Internal server error', connectionId, requestId });
  return { status, headers: { 'x-amzn-requestid': requestId } };
};

const connect = async (state: State, apiId: string, viewer: WebRequest, upgrade: Upgrade): Promise<void> => {
  const { clock, apis, protocols, connecting } = state;
  const { request, socket } = upgrade;
  const api = apis.get(apiId);
  const stage = /^\/([^/]+)\/?$/.exec(viewer.path)?.[1] ?? '';
  if (!api?.stages.has(stage) || state.stopped) return rejectUpgrade(socket, forbidden());
  if (!isHandshake(viewer)) return rejectUpgrade(socket, jsonResponse(400, { message: 'Bad Request' }));
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
  connecting.add(socket);
  const result = await runRoute(state, api, event).finally(() => connecting.delete(socket));
  const rejection = rejectionOf(result, event);
  if (rejection) return rejectUpgrade(socket, rejection);
  if (socket.destroyed || !socket.writable || !socket.readable) {
    socket.destroy();
    return handleDisconnect(state, api, facts, ENDINGS.abnormal);
  }
  const protocol = typeof result === 'object' ? protocolOf(result) : undefined;
  if (protocol !== undefined) protocols.set(request, protocol);
  return accept(state, api, facts, upgrade);
};

const defineApi = async (
  state: State,
  manage: RequestHandler,
  apiId: string,
  routeSelectionExpression: string,
): Promise<string> => {
  const select = routeSelector(routeSelectionExpression);
  const host = await listen(manage, 0, async (upgrade) =>
    connect(state, apiId, { ...requestHead(upgrade.request), body: Buffer.alloc(0) }, upgrade),
  );
  if (state.stopped) {
    // The start failed in the meantime, and `stop` ran before this server existed.
    await host.stop();
    throw new Error('the local cloud is stopping');
  }
  state.apis.set(apiId, { routes: new Map(), stages: new Set(), connections: new Map(), select, server: host });
  return `ws://127.0.0.1:${host.port}`;
};

const stopAll = async (state: State): Promise<void> => {
  state.stopped = true;
  for (const socket of state.connecting) socket.destroy();
  const apis = [...state.apis.values()];
  const open = apis.flatMap(({ connections }) => [...connections.values()]);
  for (const connection of open) connection.end(ENDINGS.goingAway);
  await Promise.all(open.map((connection) => connection.closed()));
  await Promise.all(apis.map((api) => api.server.stop()));
};

/** Creates the WebSocket APIs of a local cloud. */
export const createWebSocketGateway = ({ clock, invoke, manage }: WebSocketGatewayOptions): WebSocketGateway => {
  const protocols: State['protocols'] = new WeakMap();
  const state: State = {
    clock,
    run: createIntegrationRunner(clock, invoke),
    apis: new Map(),
    protocols,
    connecting: new Set(),
    server: createServer(protocols),
    stopped: false,
  };
  const { apis } = state;
  return {
    defineApi: (apiId, routeSelectionExpression) => defineApi(state, manage, apiId, routeSelectionExpression),
    defineRoute: (apiId, key, integration) => void apiOf(state, apiId).routes.set(key, integration),
    defineStage: (apiId, stage) => void apiOf(state, apiId).stages.add(stage),
    has: (apiId) => apis.has(apiId),
    apiAt: (host) => [...apis].find(([, api]) => hostOf(api) === host)?.[0],
    connect: (apiId, viewer, upgrade) => connect(state, apiId, viewer, upgrade),
    find(apiId, stage, connectionId) {
      const connection = apis.get(apiId)?.connections.get(connectionId);
      return connection?.facts.stage === stage ? connection : undefined;
    },
    stop: () => stopAll(state),
  };
};
