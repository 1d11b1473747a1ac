import { WebSocket } from 'ws';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createCredentials } from '../../../../infra/local/credentials.ts';
import { createDispatcher } from '../../../../infra/local/dispatcher.ts';
import type { SocketEvent } from '../../../../infra/local/gateway/websocket-event.ts';
import { createWebSocketGateway } from '../../../../infra/local/gateway/websocket-gateway.ts';
import { createConnectionsService } from '../../../../infra/local/gateway/websocket-management.ts';
import { createAccess, createAuthorize } from '../../../../infra/local/iam/access.ts';
import { createResourcePolicies } from '../../../../infra/local/iam/resource-policies.ts';
import type { InvokeResult, ServiceCaller } from '../../../../infra/local/invoke.ts';
import { createRoleBook } from '../../../../infra/local/roles.ts';

/** Waits for a condition, up to the test's own timeout. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** A role that allows these methods on the connections of `api1` in stage `ws`. */
const ROLE = 'arn:aws:iam::000000000000:role/stack-LiveRole';

/** A WebSocket API `api1` with a stage `ws` on its own port, whose functions the test implements. */
export const serveApi = async (methods: readonly string[] = ['POST', 'GET', 'DELETE']) => {
  const clock = createManualClock();
  const roles = createRoleBook();
  const Resource = methods.map(
    (method) => `arn:aws:execute-api:us-east-1:000000000000:api1/ws/${method}/@connections/*`,
  );
  roles.define({
    arn: ROLE,
    name: 'stack-LiveRole',
    documents: [{ Statement: { Effect: 'Allow', Action: 'execute-api:ManageConnections', Resource } }],
  });
  const credentials = createCredentials();
  const caller = credentials.issue('live-fan-out', ROLE);
  const dispatcher = createDispatcher(credentials);
  const events: SocketEvent[] = [];
  const callers: (ServiceCaller | undefined)[] = [];
  let respond: (event: SocketEvent) => Promise<InvokeResult> | InvokeResult = () => ({
    payload: { statusCode: 200 },
    logs: [],
  });
  const gateway = createWebSocketGateway({
    clock,
    manage: dispatcher.handle,
    async invoke(_name, payload, from) {
      events.push(payload as SocketEvent);
      callers.push(from);
      return respond(payload as SocketEvent);
    },
  });
  dispatcher.register(
    createConnectionsService(
      gateway,
      createAuthorize(createAccess({ roles, policies: createResourcePolicies() }), 'AccessDeniedException', 403),
    ),
  );
  const endpoint = await gateway.defineApi('api1', '$request.body.action');
  for (const key of ['$connect', '$disconnect', '$default'])
    gateway.defineRoute('api1', key, { functionArn: 'live-socket' });
  gateway.defineStage('api1', 'ws');
  const clients: WebSocket[] = [];

  /** A client that records the received messages. */
  const open = (path = '/ws', options: { headers?: Record<string, string>; protocols?: string[] } = {}) => {
    const socket = new WebSocket(endpoint + path, options.protocols ?? [], {
      headers: options.headers ?? {},
      perMessageDeflate: false,
    });
    clients.push(socket);
    const received: unknown[] = [];
    socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString('utf8'))));
    const closed = new Promise<{ code: number; reason: string }>((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
    });
    const rejected = new Promise<{ status: number; body: string }>((resolve) => {
      socket.on('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
    });
    const opened = new Promise<void>((resolve) => socket.on('open', () => resolve()));
    socket.on('error', () => undefined);
    return { socket, received, closed, rejected, opened };
  };
  /** A client with an accepted connection, and the connection's ID. */
  const connect = async (...given: Parameters<typeof open>) => {
    const known = events.length;
    const client = open(...given);
    await client.opened;
    const connectionId =
      events.slice(known).find(({ requestContext }) => requestContext.eventType === 'CONNECT')?.requestContext
        .connectionId ?? '';
    return { ...client, connectionId };
  };
  return {
    clock,
    gateway,
    endpoint,
    events,
    callers,
    credentials,
    caller,
    open,
    connect,
    answers: (next: typeof respond) => void (respond = next),
    of: (type: SocketEvent['requestContext']['eventType']) =>
      events.filter(({ requestContext }) => requestContext.eventType === type),
    async stop() {
      for (const client of clients) client.terminate();
      await gateway.stop();
    },
  };
};
