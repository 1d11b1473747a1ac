import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { serveApi, until } from './websocket-support.ts';

let api: Awaited<ReturnType<typeof serveApi>>;
const clients: ApiGatewayManagementApiClient[] = [];
const start = async (...methods: Parameters<typeof serveApi>): Promise<void> => {
  api = await serveApi(...methods);
};
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await api.stop();
});

/** The SDK client of a function: the endpoint is the API's own, over http, with the stage. */
const client = (credentials = api.caller, stage = 'ws'): ApiGatewayManagementApiClient => {
  const made = new ApiGatewayManagementApiClient({
    endpoint: `${api.endpoint.replace('ws:', 'http:')}/${stage}`,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials,
  });
  clients.push(made);
  return made;
};

test('a posted message reaches its connection, a long one in several frames', async () => {
  await start();
  const { received, connectionId } = await api.connect();
  const other = await api.connect();
  await client().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: '{"a":"ü"}' }));
  const long = { text: 'ü'.repeat(60_000) };
  await client().send(
    new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(JSON.stringify(long)) }),
  );
  await until(() => received.length === 2);
  expect(received).toEqual([{ a: 'ü' }, long]);
  expect(other.received).toEqual([]);
});

test('a message over 128 KB is rejected', async () => {
  await start();
  const { connectionId, received } = await api.connect();
  const post = (bytes: number): Promise<unknown> =>
    client().send(
      new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify('x'.repeat(bytes - 2)) }),
    );
  await post(128 * 1024);
  await expect(post(128 * 1024 + 1)).rejects.toThrow(PayloadTooLargeException);
  await until(() => received.length === 1);
});

test('a connection is described', async () => {
  await start();
  const { connectionId, socket } = await api.connect('/ws', { headers: { 'user-agent': 'me' } });
  const connectedAt = new Date(api.clock.now());
  await api.clock.advance(5000);
  socket.send('{}');
  await until(() => api.of('MESSAGE').length === 1);
  expect(await client().send(new GetConnectionCommand({ ConnectionId: connectionId }))).toMatchObject({
    ConnectedAt: connectedAt,
    LastActiveAt: new Date(connectedAt.getTime() + 5000),
    Identity: { SourceIp: '127.0.0.1', UserAgent: 'me' },
  });
});

test('a deleted connection closes immediately, and $disconnect runs', async () => {
  await start();
  const { connectionId, closed } = await api.connect();
  await client().send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
  const posted = client().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: '{}' }));
  await expect(posted).rejects.toThrow(GoneException);
  await expect(posted).rejects.toMatchObject({ name: 'GoneException', $metadata: { httpStatusCode: 410 } });
  expect(await closed).toEqual({ code: 1000, reason: 'Connection Closed Normally' });
  expect(api.of('DISCONNECT')[0]?.requestContext).toMatchObject({
    connectionId,
    disconnectStatusCode: 1000,
    disconnectReason: 'Connection Closed Normally',
  });
});

test('every call returns 410 for an unknown or ended connection', async () => {
  await start();
  const { connectionId, socket } = await api.connect();
  socket.close();
  await until(() => api.of('DISCONNECT').length === 1);
  for (const ConnectionId of [connectionId, 'AAAAAAAAAAAAAAA=']) {
    await expect(client().send(new PostToConnectionCommand({ ConnectionId, Data: '{}' }))).rejects.toThrow(
      GoneException,
    );
    await expect(client().send(new GetConnectionCommand({ ConnectionId }))).rejects.toThrow(GoneException);
    await expect(client().send(new DeleteConnectionCommand({ ConnectionId }))).rejects.toThrow(GoneException);
  }
});

test("a role is allowed what its policies allow, and denied in AWS's words", async () => {
  await start(['POST']);
  const { connectionId, received } = await api.connect();
  await client().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: '{}' }));
  await expect(client().send(new DeleteConnectionCommand({ ConnectionId: connectionId }))).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message:
      'User: arn:aws:sts::000000000000:assumed-role/stack-LiveRole/live-fan-out is not authorized to perform: ' +
      'execute-api:ManageConnections on resource: ' +
      'arn:aws:execute-api:us-east-1:000000000000:api1/ws/DELETE/@connections/{connectionId} ' +
      'because no identity-based policy allows the execute-api:ManageConnections action',
    $metadata: { httpStatusCode: 403 },
  });
  await expect(
    client({ ...api.caller, accessKeyId: 'LOCALNOBODY' }).send(
      new GetConnectionCommand({ ConnectionId: connectionId }),
    ),
  ).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  await expect(
    client(undefined, 'other').send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: '{}' })),
  ).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  const unsigned = await fetch(
    `${api.endpoint.replace('ws:', 'http:')}/ws/@connections/${encodeURIComponent(connectionId)}`,
    { method: 'POST', body: '{}' },
  );
  expect(unsigned.status).toBe(403);
  await until(() => received.length === 1);
});

test('a viewer that does not read causes an error for further messages, without blocking the function', async () => {
  await start();
  const { connectionId, socket } = await api.connect();
  socket.pause();
  const flood = async (): Promise<void> => {
    for (let count = 0; count < 200; count += 1)
      await client().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: 'x'.repeat(128 * 1024) }));
  };
  await expect(flood()).rejects.toMatchObject({ name: 'LimitExceededException', $metadata: { httpStatusCode: 429 } });
});
