import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cbor } from '@smithy/core/cbor';
import { authenticate, sendError } from '../../../../infra/local/aws/authentication.ts';
import { readBody, sendJson } from '../../../../infra/local/aws/service.ts';
import { createCredentials } from '../../../../infra/local/credentials.ts';
import {
  createCustomResources,
  type CustomResources,
  RESPONSE_PATH,
} from '../../../../infra/local/custom-resources.ts';
import { createDispatcher } from '../../../../infra/local/dispatcher.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';
import { isOwnRequest } from '../../../../infra/local/console/guard.ts';
import { listen, listenNear } from '../../../../infra/local/servers.ts';
import { presignedUrl, signedHeaders } from '../../../support/network/sign-request.ts';

const MISMATCH =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key ' +
  'and signing method. Consult the service documentation for details.';

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
  const env = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: known.accessKeyId,
    AWS_SECRET_ACCESS_KEY: known.secretAccessKey,
  };
  let server: Server;
  let endpoint: string;

  beforeAll(async () => {
    const dispatcher = createDispatcher(credentials);
    for (const [signingName, errorProtocol] of [
      ['ssm', 'json'],
      ['lambda', 'rest'],
      ['cloudfront', 'xml'],
    ] as const) {
      dispatcher.register({
        signingName,
        errorProtocol,
        handle: async (request, response, caller) =>
          sendJson(response, 200, {
            served: signingName,
            caller: caller?.name ?? null,
            body: (await readBody(request)).toString('utf8'),
          }),
      });
    }
    dispatcher.register({
      signingName: 's3',
      authenticates: true,
      handle: async (_request, response, caller) =>
        sendJson(response, 200, { served: 's3', caller: caller?.name ?? null }),
    });
    dispatcher.serve('/_path/', async (_request, response) => sendJson(response, 200, { served: 'path' }));
    ({ server, endpoint } = await serve((request, response) => void dispatcher.handle(request, response)));
  });
  afterAll(() => close(server));

  /** Sends a request as it is; `fetch` would not send another host. */
  const send = (
    headers: Readonly<Record<string, string>>,
    { url = endpoint, method = 'POST', body = '' } = {},
  ): Promise<readonly [status: number, text: string]> =>
    new Promise((resolve, reject) => {
      const outgoing = httpRequest(url, { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve([response.statusCode ?? 0, text]));
      });
      outgoing.on('error', reject).end(body);
    });
  const errorOf = ([status, text]: readonly [number, string]): readonly unknown[] => {
    const { __type: name, message } = JSON.parse(text) as Record<string, string>;
    return [status, name, message];
  };
  const BODY = '{"Name":"/a"}';
  const sign = (input: Partial<Parameters<typeof signedHeaders>[0]> = {}): Promise<Record<string, string>> =>
    signedHeaders({ url: endpoint, service: 'ssm', headers: { 'x-amz-target': 'T' }, body: BODY, env, ...input });

  it('serves a signed call with its signer, by the credential scope', async () => {
    expect(known.accessKeyId).toMatch(/^[A-Z0-9]+$/);
    const served = JSON.stringify({ served: 'ssm', caller: 'catalog', body: BODY });
    expect(await send(await sign(), { body: BODY })).toEqual([200, served]);
    expect((await send({ authorization: 'Bearer x' }))[0]).toBe(403);
  });

  it('serves a presigned URL until it expires', async () => {
    const urlAt = (date: Date): Promise<string> =>
      presignedUrl({ url: `${endpoint}/a b?x=1`, service: 'ssm', env, date }, 60);
    const get = async (url: string) => send({}, { url, method: 'GET' });
    const fresh = await urlAt(new Date());
    expect((await get(fresh))[0]).toBe(200);
    expect(errorOf(await get(fresh.replace('x=1', 'x=2')))).toEqual([400, 'InvalidSignatureException', MISMATCH]);
    expect(errorOf(await get(await urlAt(new Date(Date.now() - 61_000))))).toEqual([
      400,
      'InvalidSignatureException',
      expect.stringMatching(
        /^Signature expired: \d{8}T\d{6}Z is now earlier than \d{8}T\d{6}Z \(\d{8}T\d{6}Z - 60 s\)$/,
      ),
    ]);
  });

  it('rejects a known key with a wrong signature, and every change of a signed request', async () => {
    const headers = await sign();
    const { authorization = '' } = headers;
    const guessed = await sign({ env: { ...env, AWS_SECRET_ACCESS_KEY: 'guess' } });
    const changes: readonly (readonly [
      string,
      Record<string, string>,
      { url?: string; method?: string; body?: string }?,
    ])[] = [
      ['another secret', guessed],
      ['no signature', { ...headers, authorization: authorization.replace(/Signature=\w+/, 'Signature=0') }],
      ['another body', headers, { body: '{"Name":"/b"}' }],
      ['no body', headers, { body: '' }],
      ['another target', { ...headers, 'x-amz-target': 'Other' }],
      ['another path', headers, { url: `${endpoint}/other` }],
      ['another query', headers, { url: `${endpoint}/?a=1` }],
      ['another method', headers, { method: 'PUT' }],
      ['another service', { ...headers, authorization: authorization.replace('/ssm/', '/lambda/') }],
      ['a body whose hash is not signed', { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }],
    ];
    for (const [change, sent, more = {}] of changes) {
      const [status, name] = errorOf(await send(sent, { body: BODY, ...more }));
      expect([change, name, status === 400 || status === 403]).toEqual([change, 'InvalidSignatureException', true]);
    }
  });

  it('requires that host and x-amz headers are signed', async () => {
    const headers = await sign();
    const added = await send({ ...headers, 'x-amz-extra': 'x' }, { body: BODY });
    expect(errorOf(added)).toEqual([
      400,
      'InvalidSignatureException',
      "'x-amz-extra' must be a 'SignedHeader' in the AWS Authorization.",
    ]);
  });

  it('rejects a signature that does not cover the host', async () => {
    const { authorization = '', ...rest } = await sign({ host: null });
    expect(authorization).toContain('SignedHeaders=x-amz-');
    expect(errorOf(await send({ ...rest, authorization }, { body: BODY }))).toEqual([
      400,
      'InvalidSignatureException',
      "'host' must be a 'SignedHeader' in the AWS Authorization.",
    ]);
  });

  it.each([
    ['older', -301_000, /^Signature expired: .* - 5 min\.\)$/],
    ['newer', 301_000, /^Signature not yet current: .* \+ 5 min\.\)$/],
  ])('rejects a signature that is more than five minutes %s than now', async (_, skew, message) => {
    const headers = await sign({ date: new Date(Date.now() + skew) });
    expect(errorOf(await send(headers, { body: BODY }))).toEqual([
      400,
      'InvalidSignatureException',
      expect.stringMatching(message),
    ]);
  });

  it('reports errors in the protocol of the service', async () => {
    const guessed = { ...env, AWS_SECRET_ACCESS_KEY: 'guess' };
    expect(errorOf(await send(await sign({ service: 'lambda', env: guessed }), { body: BODY }))).toEqual([
      403,
      'InvalidSignatureException',
      MISMATCH,
    ]);
    const [status, text] = await send(await sign({ service: 'cloudfront', env: guessed }), { body: BODY });
    expect([status, text]).toEqual([
      403,
      expect.stringContaining(`<Type>Sender</Type><Code>SignatureDoesNotMatch</Code><Message>${MISMATCH}</Message>`),
    ]);
    const unknown = await sign({ service: 'cloudfront', env: { ...env, AWS_ACCESS_KEY_ID: 'LOCALNOBODY' } });
    expect((await send(unknown, { body: BODY }))[1]).toContain('<Code>InvalidClientTokenId</Code>');
    const inCbor = await fetch(endpoint, { method: 'POST', headers: { 'smithy-protocol': 'rpc-v2-cbor' } });
    expect([inCbor.status, cbor.deserialize(await inCbor.bytes())]).toEqual([
      403,
      { __type: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' },
    ]);
  });

  it('rejects unknown keys, unknown services, and calls without a complete signature', async () => {
    const unknown = await sign({ env: { ...env, AWS_ACCESS_KEY_ID: 'LOCALNOBODY' } });
    expect(errorOf(await send(unknown, { body: BODY }))).toEqual([
      400,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    ]);
    expect(errorOf(await send(await sign({ service: 'sns' }), { body: BODY }))).toEqual([
      400,
      'UnknownOperationException',
      'The local cloud does not support sns',
    ]);
    expect(errorOf(await send({}))).toEqual([
      403,
      'MissingAuthenticationTokenException',
      'Missing Authentication Token',
    ]);
    const { authorization = '', ...rest } = await sign();
    const cut = authorization.replace(/, Signature=\w+/, '');
    expect(errorOf(await send({ ...rest, authorization: cut }, { body: BODY }))).toEqual([
      400,
      'IncompleteSignatureException',
      "The signature requires a valid 'Signature' parameter.",
    ]);
  });

  it('serves a call only with the service that its signature names', async () => {
    const { authorization = '', ...rest } = await sign({ service: 'lambda' });
    const [scheme, ...fields] = authorization.split(' ');
    const decoy = (fields[0] ?? '').replace('/lambda/', '/ssm/');
    const twice = { ...rest, authorization: `${scheme} ${decoy} ${fields.join(' ')}` };
    const [status, text] = await send(twice, { body: BODY });
    expect([status, JSON.parse(text)]).toMatchObject([200, { served: 'lambda' }]);

    const other = await serve((request, response) => {
      authenticate(request, { signingName: 'ssm' }, credentials).then(
        () => sendJson(response, 200, {}),
        (error: unknown) => sendError(request, response, error, 'json'),
      );
    });
    const signed = await sign({ url: other.endpoint, service: 'lambda' });
    expect(errorOf(await send(signed, { url: other.endpoint, body: BODY }))).toEqual([
      400,
      'InvalidSignatureException',
      "Credential should be scoped to correct service: 'ssm'.",
    ]);
    await close(other.server);
  });

  it('leaves the signatures of S3 to S3, and serves unsigned paths', async () => {
    const headers = await sign({ service: 's3', env: { ...env, AWS_SECRET_ACCESS_KEY: 'guess' } });
    expect(await send(headers, { body: BODY })).toEqual([200, JSON.stringify({ served: 's3', caller: null })]);
    expect(await send({}, { url: `${endpoint}/_path/x` })).toEqual([200, JSON.stringify({ served: 'path' })]);
  });

  it('rejects calls of other sites, which can reach this machine under their own name', async () => {
    const foreign = { host: 'attacker.example' };
    const rejected = [403, 'AccessDeniedException', 'Only pages and tools on this machine have access'];
    // The signature is right for this host.
    const signed = await sign({ url: endpoint.replace('127.0.0.1', foreign.host) });
    expect(errorOf(await send(signed, { body: BODY }))).toEqual(rejected);
    expect(errorOf(await send(foreign, { url: `${endpoint}/_path/x` }))).toEqual(rejected);
    const page = { ...(await sign()), origin: 'http://attacker.example' };
    expect(errorOf(await send(page, { body: BODY }))).toEqual(rejected);
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
