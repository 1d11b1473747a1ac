import { connect as connectTcp } from 'node:net';
import { createFrameMeter } from '../../../../infra/local/gateway/frame-meter.ts';
import { routeSelector } from '../../../../infra/local/gateway/websocket-event.ts';
import { serveApi, until } from './websocket-support.ts';

let api: Awaited<ReturnType<typeof serveApi>>;
beforeEach(async () => {
  api = await serveApi();
});
afterEach(() => api.stop());

const ID = /^[\w-]{15}=$/;
const host = (): string => new URL(api.endpoint).host;

describe('connecting', () => {
  it("runs $connect first, with the viewer's request in the shape of API Gateway", async () => {
    const { connectionId } = await api.connect('/ws?ticket=a%20b&x=1&x=2', {
      headers: { 'user-agent': 'me', cookie: 'a=1' },
    });
    expect(connectionId).toMatch(ID);
    const now = api.clock.now();
    expect(api.events).toEqual([
      {
        headers: expect.objectContaining({
          Host: host(),
          'User-Agent': 'me',
          Cookie: 'a=1',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': expect.any(String) as string,
        }) as object,
        multiValueHeaders: expect.objectContaining({ 'User-Agent': ['me'] }) as object,
        queryStringParameters: { ticket: 'a b', x: '2' },
        multiValueQueryStringParameters: { ticket: ['a b'], x: ['1', '2'] },
        requestContext: {
          routeKey: '$connect',
          eventType: 'CONNECT',
          messageDirection: 'IN',
          stage: 'ws',
          apiId: 'api1',
          connectionId,
          domainName: host(),
          connectedAt: now,
          requestTime: '01/Jan/2026:00:00:00 +0000',
          requestTimeEpoch: now,
          requestId: expect.stringMatching(ID) as string,
          extendedRequestId: expect.stringMatching(ID) as string,
          identity: { sourceIp: '127.0.0.1', userAgent: 'me' },
        },
        isBase64Encoded: false,
      },
    ]);
    expect(api.callers).toEqual([
      { service: 'apigateway.amazonaws.com', sourceArn: 'arn:aws:execute-api:us-east-1:000000000000:api1/ws/$connect' },
    ]);
  });

  it.each([
    ['with the status of the function', { payload: { statusCode: 401 }, logs: [] }, { status: 401, body: '' }],
    [
      'with 502 when the function fails',
      { error: { errorType: 'E', errorMessage: 'm' }, logs: [] },
      { status: 502, body: expect.stringContaining('"message":"Internal server error"') as string },
    ],
    [
      'with 502 when the function returns no status',
      { payload: null, logs: [] },
      { status: 502, body: expect.stringContaining('Internal server error') as string },
    ],
  ])('is rejected %s', async (_name, result, rejection) => {
    api.answers(() => result);
    const { rejected } = api.open();
    expect(await rejected).toEqual(rejection);
    expect(api.of('DISCONNECT')).toEqual([]);
  });

  it('is rejected with 504 after a function timeout, 403 at another path, and 400 for another version', async () => {
    api.answers(() => new Promise(() => undefined));
    const late = api.open();
    await until(() => api.events.length === 1);
    await api.clock.advance(29_000);
    expect(await late.rejected).toMatchObject({ status: 504 });
    for (const path of ['/', '/other', '/ws/more'])
      expect(await api.open(path).rejected).toEqual({ status: 403, body: '{"message":"Forbidden"}' });
    const raw = connectTcp(Number(new URL(api.endpoint).port), '127.0.0.1');
    let text = '';
    raw.on('data', (chunk) => (text += chunk.toString('utf8')));
    raw.write(
      'GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 8\r\nsec-websocket-key: x\r\n\r\n',
    );
    await new Promise((resolve) => raw.on('close', resolve));
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(api.events).toHaveLength(1);
  });

  it('uses the subprotocol that the function selects', async () => {
    api.answers(() => ({ payload: { statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'b' } }, logs: [] }));
    const { socket } = await api.connect('/ws', { protocols: ['a', 'b'] });
    expect(socket.protocol).toBe('b');
  });

  it('runs $disconnect for a viewer that disconnected before it was accepted', async () => {
    let allow = (): void => undefined;
    api.answers(({ requestContext }) =>
      requestContext.eventType === 'CONNECT'
        ? new Promise((resolve) => (allow = () => resolve({ payload: { statusCode: 200 }, logs: [] })))
        : { payload: null, logs: [] },
    );
    const { socket } = api.open();
    await until(() => api.events.length === 1);
    const [{ requestContext: { connectionId = '' } = {} } = {}] = api.events;
    expect(api.gateway.find('api1', 'ws', connectionId)).toBeUndefined();
    socket.terminate();
    allow();
    await until(() => api.of('DISCONNECT').length === 1);
    expect(api.of('DISCONNECT')[0]?.requestContext).toMatchObject({ connectionId, disconnectStatusCode: 1006 });
  });
});

describe('messages', () => {
  it('go to the route that they name, otherwise to $default', async () => {
    api.gateway.defineRoute('api1', 'ping', { functionArn: 'ping' });
    const { socket, connectionId } = await api.connect();
    const bodies = ['{"action":"ping"}', '{"action":"other"}', 'no json', '{"action":"$connect"}', '[]'];
    for (const body of bodies) {
      socket.send(body);
      await until(() => api.events.at(-1)?.body === body);
    }
    expect(api.of('MESSAGE').map(({ requestContext }) => requestContext.routeKey)).toEqual([
      'ping',
      '$default',
      '$default',
      '$default',
      '$default',
    ]);
    expect(api.of('MESSAGE')[0]).toEqual({
      requestContext: expect.objectContaining({
        routeKey: 'ping',
        eventType: 'MESSAGE',
        messageDirection: 'IN',
        connectionId,
        messageId: expect.stringMatching(ID) as string,
        stage: 'ws',
      }) as object,
      body: '{"action":"ping"}',
      isBase64Encoded: false,
    });
  });

  it.each(['$request.body.action', '${request.body.action}'])('are routed by %s', (expression) => {
    const select = routeSelector(expression);
    expect(select('{"action":"a"}')).toBe('a');
    expect([select('{"action":1}'), select('null'), select('{'), select('{"action":"$default"}')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(routeSelector('$request.body.a.b')('{"a":{"b":"x"}}')).toBe('x');
    expect(() => routeSelector('$request.header.x')).toThrow('does not support');
  });

  it('get a response from the gateway when they fail, time out or have no route, otherwise none', async () => {
    const { socket, received, connectionId } = await api.connect();
    const send = async (body: string): Promise<void> => {
      const known = api.events.length;
      socket.send(body);
      await until(() => api.events.length > known);
    };
    api.answers(() => ({ payload: { statusCode: 500, body: 'nothing' }, logs: [] }));
    await send('{}');
    api.answers(() => ({ error: { errorType: 'E', errorMessage: 'm' }, logs: [] }));
    await send('{}');
    api.answers(() => Promise.reject(new Error('not even started')));
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await send('{}');
    api.answers(() => new Promise(() => undefined));
    await send('{}');
    await api.clock.advance(29_000);
    await until(() => received.length === 3);
    logged.mockRestore();
    const rest = { connectionId, requestId: expect.stringMatching(ID) as string };
    expect(received).toEqual(
      ['Internal server error', 'Internal server error', 'Endpoint request timed out'].map((message) => ({
        message,
        ...rest,
      })),
    );
  });

  it('over the frame or message limit close the connection with 1009, binary ones with 1003', async () => {
    const frame = await api.connect();
    frame.socket.send('x'.repeat(32 * 1024));
    await until(() => api.of('MESSAGE').length === 1);
    frame.socket.send('x'.repeat(32 * 1024 + 1));
    expect(await frame.closed).toMatchObject({ code: 1009 });

    const message = await api.connect();
    const part = 'x'.repeat(32 * 1024);
    for (let index = 0; index < 4; index += 1) message.socket.send(part, { fin: index === 3 });
    await until(() => api.of('MESSAGE').length === 2);
    for (let index = 0; index < 5; index += 1) message.socket.send(part, { fin: index === 4 });
    expect(await message.closed).toMatchObject({ code: 1009 });

    const binary = await api.connect();
    binary.socket.send(Buffer.from('{}'));
    expect(await binary.closed).toMatchObject({ code: 1003 });
    await until(() => api.of('DISCONNECT').length === 3);
    expect(api.of('DISCONNECT').map(({ requestContext }) => requestContext.disconnectStatusCode)).toEqual([
      1009, 1009, 1003,
    ]);
    expect(api.of('MESSAGE').map(({ body }) => body?.length)).toEqual([32 * 1024, 128 * 1024]);
  });

  it('are measured even when they arrive byte by byte', () => {
    const frame = (length: number): Buffer => {
      const size =
        length > 65_535 ? [127, 0, 0, 0, 0, 0, 1, 0, 0] : length > 125 ? [126, length >> 8, length & 255] : [length];
      return Buffer.concat([
        Buffer.from([0x81, (size[0] ?? 0) | 0x80, ...size.slice(1), 1, 2, 3, 4]),
        Buffer.alloc(length),
      ]);
    };
    const stream = Buffer.concat([frame(5), frame(0), frame(300), frame(125)]);
    const meter = createFrameMeter(300);
    for (const byte of stream) expect(meter.exceeds(Buffer.from([byte]))).toBe(false);
    expect(createFrameMeter(299).exceeds(stream)).toBe(true);
    expect(createFrameMeter(65_535).exceeds(frame(65_536))).toBe(true);
    expect(createFrameMeter(65_536).exceeds(frame(65_536))).toBe(false);
  });
});

describe('the end of a connection', () => {
  it.each([
    ['a close frame without a code', undefined, undefined, 1005, 'Client-side close frame status not set'],
    ['a close frame with a code', 4001, 'enough', 4001, 'enough'],
  ])('by %s runs $disconnect', async (_name, code, reason, status, text) => {
    const { socket, connectionId } = await api.connect();
    socket.close(code, reason);
    await until(() => api.of('DISCONNECT').length === 1);
    expect(api.of('DISCONNECT')[0]).toEqual({
      headers: { Host: host(), 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' },
      multiValueHeaders: { Host: [host()], 'x-api-key': [''], 'X-Forwarded-For': [''], 'x-restapi': [''] },
      requestContext: expect.objectContaining({
        routeKey: '$disconnect',
        eventType: 'DISCONNECT',
        connectionId,
        disconnectStatusCode: status,
        disconnectReason: text,
      }) as object,
      isBase64Encoded: false,
    });
    expect(api.gateway.find('api1', 'ws', connectionId)).toBeUndefined();
  });

  it('by a lost network runs it too', async () => {
    const { socket } = await api.connect();
    socket.terminate();
    await until(() => api.of('DISCONNECT').length === 1);
    expect(api.of('DISCONNECT')[0]?.requestContext).toMatchObject({ disconnectStatusCode: 1006 });
  });

  it('follows ten idle minutes, which a message or a ping restarts', async () => {
    const silent = await api.connect();
    const active = await api.connect();
    const minutes = (count: number): Promise<void> => api.clock.advance(count * 60_000);
    await minutes(9);
    active.socket.send('{}');
    await until(() => api.of('MESSAGE').length === 1);
    await minutes(1);
    expect(await silent.closed).toEqual({ code: 1001, reason: 'Going away' });
    await minutes(8);
    const pong = new Promise((resolve) => active.socket.once('pong', resolve));
    active.socket.ping();
    await pong;
    await minutes(9);
    expect(active.socket.readyState).toBe(active.socket.OPEN);
    await minutes(1);
    expect(await active.closed).toEqual({ code: 1001, reason: 'Going away' });
    expect(api.of('DISCONNECT')[0]?.requestContext).toMatchObject({
      connectionId: silent.connectionId,
      disconnectStatusCode: 1001,
      disconnectReason: 'Going away',
    });
  });

  it('follows two hours, even of an active connection', async () => {
    const { socket, closed } = await api.connect();
    for (let count = 1; count <= 15; count += 1) {
      await api.clock.advance(8 * 60_000 - 1);
      expect(socket.readyState).toBe(socket.OPEN);
      socket.send('{}');
      await until(() => api.of('MESSAGE').length === count);
    }
    await api.clock.advance(15);
    expect(await closed).toMatchObject({ code: 1001 });
  });

  it('waits at most a second for viewers that do not respond, even after a limit', async () => {
    const raw = connectTcp(Number(new URL(api.endpoint).port), '127.0.0.1');
    raw.write(
      'GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await new Promise((resolve) => raw.once('data', resolve));
    const closed = new Promise((resolve) => raw.on('close', resolve));
    // Five frames of 32,000 bytes in one message: over the limit of messages, not of frames.
    for (let index = 0; index < 5; index += 1)
      raw.write(
        Buffer.concat([
          Buffer.from([index === 0 ? 0x01 : index === 4 ? 0x80 : 0x00, 0xfe, 0x7d, 0x00, 0, 0, 0, 0]),
          Buffer.alloc(32_000, 'x'),
        ]),
      );
    await until(() => api.of('DISCONNECT').length === 1);
    expect(api.of('DISCONNECT')[0]?.requestContext).toMatchObject({ disconnectStatusCode: 1009 });
    await closed;
  });

  it('follows the stop of the local cloud, for connecting viewers too, without $disconnect', async () => {
    const { closed } = await api.connect();
    api.answers(() => new Promise(() => undefined));
    const waiting = api.open();
    await until(() => api.events.length === 2);
    await api.gateway.stop();
    expect(await closed).toEqual({ code: 1001, reason: 'Going away' });
    expect(await waiting.closed).toMatchObject({ code: 1006 });
    expect(api.of('DISCONNECT')).toEqual([]);
  });
});
