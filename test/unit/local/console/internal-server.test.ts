import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendJson } from '../../../../infra/local/aws/service.ts';
import { createCredentials } from '../../../../infra/local/credentials.ts';
import {
  createCustomResources,
  type CustomResources,
  RESPONSE_PATH,
} from '../../../../infra/local/custom-resources.ts';
import { createDispatcher, credentialScope } from '../../../../infra/local/dispatcher.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';
import { isOwnRequest } from '../../../../infra/local/console/guard.ts';
import { listen, listenNear } from '../../../../infra/local/servers.ts';

const serve = async (handler: Parameters<typeof createServer>[1]): Promise<{ server: Server; endpoint: string }> => {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

describe('internal AWS endpoint', () => {
  const credentials = createCredentials();
  const known = credentials.issue('catalog');
  let server: Server;
  let endpoint: string;

  beforeAll(async () => {
    const dispatcher = createDispatcher(credentials);
    for (const signingName of ['ssm', 's3']) {
      dispatcher.register({
        signingName,
        handle: async (_request, response, caller) =>
          sendJson(response, 200, { served: signingName, caller: caller?.name ?? null }),
      });
    }
    dispatcher.serve('/_path/', async (_request, response) => sendJson(response, 200, { served: 'path' }));
    ({ server, endpoint } = await serve((request, response) => void dispatcher.handle(request, response)));
  });
  afterAll(() => close(server));

  const call = async (scope: string | undefined, path = '/'): Promise<[number, Record<string, unknown>]> => {
    const response = await fetch(
      endpoint + path,
      scope
        ? { headers: { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0` } }
        : {},
    );
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
  const scopeFor = (key: string, service: string): string => `${key}/20260101/us-east-1/${service}/aws4_request`;

  it('finds service and caller by the credential scope', async () => {
    expect(known.accessKeyId).toMatch(/^[A-Z0-9]+$/);
    expect(await call(scopeFor(known.accessKeyId, 'ssm'))).toEqual([200, { served: 'ssm', caller: 'catalog' }]);
    const query = `?X-Amz-Credential=${encodeURIComponent(scopeFor(known.accessKeyId, 's3'))}`;
    expect(await call(undefined, `/bucket/key${query}`)).toEqual([200, { served: 's3', caller: 'catalog' }]);
    expect(await call(undefined, '/_path/x')).toEqual([200, { served: 'path' }]);
    expect(credentialScope('Bearer x', '/')).toBeUndefined();
  });

  it('rejects unknown keys, unknown services and unsigned calls with AWS errors', async () => {
    expect(await call(scopeFor('LOCALNOBODY', 'ssm'))).toMatchObject([403, { __type: 'UnrecognizedClientException' }]);
    expect(await call(scopeFor(known.accessKeyId, 'sns'))).toMatchObject([
      400,
      { message: 'The local cloud does not support sns' },
    ]);
    expect(await call(undefined)).toMatchObject([403, { __type: 'MissingAuthenticationTokenException' }]);
  });
});

describe('custom resources', () => {
  let dataDir: string;
  let server: Server;
  let endpoint: string;
  let resources: CustomResources;
  let events: Record<string, unknown>[] = [];
  let respond: (event: Record<string, unknown>) => unknown = () => undefined;

  const invoke = async (_name: string, payload: unknown): Promise<InvokeResult> => {
    const event = payload as Record<string, unknown>;
    events.push(event);
    const body = respond(event);
    if (body !== undefined)
      await fetch(String(event['ResponseURL']), {
        method: 'PUT',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    return { payload: null, logs: [] };
  };
  const open = (): CustomResources => createCustomResources({ dataDir, invoke, endpoint });
  const apply = (properties: Record<string, unknown>): ReturnType<CustomResources['apply']> =>
    resources.apply({
      stackName: 'S',
      logicalId: 'Key',
      type: 'Custom::SecretKey',
      properties: { ServiceToken: 'arn:f', ...properties },
    });

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'custom-'));
    ({ server, endpoint } = await serve((request, response) => void resources.receive(request, response)));
    resources = open();
    events = [];
    respond = ({ PhysicalResourceId = 'first' }) => ({
      Status: 'SUCCESS',
      PhysicalResourceId,
      Data: { PublicKey: 'pem' },
    });
  });
  afterEach(async () => {
    await close(server);
    rmSync(dataDir, { recursive: true });
  });

  it('are created once, even across restarts, and updated when their properties change', async () => {
    expect(await apply({ KeyVersion: 1, Deep: [true] })).toMatchObject({
      physicalId: 'first',
      data: { PublicKey: 'pem' },
    });
    expect(events[0]).toMatchObject({
      RequestType: 'Create',
      LogicalResourceId: 'Key',
      ResourceType: 'Custom::SecretKey',
      StackId: expect.stringContaining('stack/S/') as string,
      ResourceProperties: { ServiceToken: 'arn:f', KeyVersion: '1', Deep: ['true'] },
    });
    resources = open();
    expect(await apply({ KeyVersion: 1, Deep: [true] })).toMatchObject({ data: { PublicKey: 'pem' } });
    expect(events).toHaveLength(1);
    await apply({ KeyVersion: 2 });
    expect(events[1]).toMatchObject({
      RequestType: 'Update',
      PhysicalResourceId: 'first',
      OldResourceProperties: { KeyVersion: '1' },
    });
  });

  it('are replaced when their ID changes', async () => {
    await apply({ V: 1 });
    respond = ({ RequestType }) => ({
      Status: 'SUCCESS',
      PhysicalResourceId: RequestType === 'Delete' ? 'first' : 'second',
    });
    await apply({ V: 2 });
    expect(events.map(({ RequestType, PhysicalResourceId }) => [RequestType, PhysicalResourceId])).toEqual([
      ['Create', undefined],
      ['Update', 'first'],
      ['Delete', 'first'],
    ]);
  });

  it.each<[string, () => unknown, string]>([
    ['a failure', () => ({ Status: 'FAILED', Reason: 'no entropy', PhysicalResourceId: 'x' }), 'no entropy'],
    ['a missing response', () => undefined, 'its function ended without responding'],
    ['no id', () => ({ Status: 'SUCCESS' }), 'its function returned no PhysicalResourceId'],
    [
      'a long response',
      () => ({ Status: 'SUCCESS', PhysicalResourceId: 'x', Data: { a: 'x'.repeat(5000) } }),
      'its response exceeds 4096 bytes',
    ],
    ['nonsense', () => 'nonsense', 'its response is not valid JSON'],
  ])('fail with %s', async (_name, body, message) => {
    respond = body;
    await expect(apply({})).rejects.toThrow(message);
    respond = ({ PhysicalResourceId = 'later' }) => ({ Status: 'SUCCESS', PhysicalResourceId });
    expect((await apply({})).physicalId).toBe('later');
  });

  it('accept each response once, and no unexpected response', async () => {
    expect((await fetch(`${endpoint}${RESPONSE_PATH}guess`, { method: 'PUT', body: '{}' })).status).toBe(403);
  });
});

describe('the site port', () => {
  it('serves its own pages only to this machine', () => {
    const own = (headers: Record<string, string>): boolean => isOwnRequest({ headers });
    expect(own({ host: 'localhost:4000' })).toBe(true);
    expect(own({ host: '127.0.0.1:4000', origin: 'http://localhost:4000' })).toBe(true);
    expect(own({ host: 'evil.example' })).toBe(false);
    expect(own({ host: 'localhost:4000', origin: 'https://evil.example' })).toBe(false);
    expect(own({ host: 'localhost:4000', origin: 'null' })).toBe(false);
    expect(own({ host: 'localhost.evil.example' })).toBe(false);
  });

  it('reports a port in use in one line, and selects another port for uploads', async () => {
    const first = await listen(async () => {}, 0);
    await expect(listen(async () => {}, first.port)).rejects.toThrow(`Port ${first.port} is in use.`);
    const second = await listenNear(async () => {}, first.port);
    expect(second.port).not.toBe(first.port);
    await Promise.all([first.stop(), second.stop()]);
  });
});
