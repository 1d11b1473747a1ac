import { request } from 'node:http';
import { WebSocket } from 'ws';
import { createDelivery } from '../../../../infra/local/delivery/delivery.ts';
import { type Behavior, type Forwarding, pathPattern } from '../../../../infra/local/delivery/distribution.ts';
import { createEdgeFunction } from '../../../../infra/local/delivery/edge-function.ts';
import { createViewerUpgrade } from '../../../../infra/local/delivery/viewer-upgrade.ts';
import { type ApiContext, apiResources } from '../../../../infra/local/gateway/http-resources.ts';
import { provisionStacks } from '../../../../infra/local/provision.ts';
import { createMeaningOf } from '../../../../infra/local/resources/registry.ts';
import { listenLocalhost, type Listening } from '../../../../infra/local/servers.ts';
import { serveApi, until } from './websocket-support.ts';

const nothing: Forwarding = { headers: { kind: 'none' }, cookies: { kind: 'none' }, query: { kind: 'none' } };
const allViewer: Forwarding = {
  headers: { kind: 'except', names: ['host'] },
  cookies: { kind: 'all' },
  query: { kind: 'all' },
};

describe('the site', () => {
  let api: Awaited<ReturnType<typeof serveApi>>;
  let site: Listening;
  let awaited: readonly string[] = [];

  beforeAll(async () => {
    api = await serveApi();
    const live = (pattern: string, extra: Partial<Behavior> = {}): Behavior => ({
      pattern: pathPattern(pattern),
      origin: {
        kind: 'webSocket',
        apiId: 'api1',
        host: new URL(api.endpoint).host,
        path: '',
        headers: { 'x-origin': 'yes' },
      },
      methods: ['GET', 'HEAD'],
      compress: false,
      cache: { gzip: false, brotli: false, forwarding: nothing },
      originRequest: allViewer,
      ...extra,
    });
    const toStage = createEdgeFunction(
      'move',
      "function handler(event) { event.request.uri = '/ws'; return event.request; }",
    );
    const plain: Behavior = { ...live('/closed'), originRequest: nothing };
    const behaviors = [
      live('/ws'),
      { ...plain, viewerRequest: toStage },
      live('/moved', { viewerRequest: toStage }),
      live('/signed', { trustedKeys: new Map() }),
      live('/unwanted', { methods: ['POST'] }),
      live('/nowhere'),
      {
        ...plain,
        pattern: pathPattern('/files/*'),
        origin: { kind: 'bucket', bucket: 'b', path: '' },
      } satisfies Behavior,
      {
        ...plain,
        pattern: pathPattern('*'),
        origin: { kind: 'api', apiId: 'http', host: 'h', path: '', headers: {} },
        responseHeaders: { set: [{ name: 'x-policy', value: 'yes', override: true }], remove: [] },
      } satisfies Behavior,
    ];
    const delivery = createDelivery({
      clock: api.clock,
      site: 'http://localhost',
      canRead: () => true,
      s3: { statObject: () => undefined, readObject: async () => undefined },
      gateway: { handle: async () => ({ status: 200, headers: {} }) },
    });
    delivery.define({ id: 'D1', domainName: 'd1', behaviors });
    const upgrade = createViewerUpgrade({ delivery, webSockets: api.gateway, awaited: () => awaited });
    site = await listenLocalhost(
      async (_request, response) =>
        void response.writeHead(200).end(
          String(
            (
              await delivery.handle({
                method: 'GET',
                path: '/ws',
                query: '',
                headers: {},
                body: Buffer.alloc(0),
                sourceIp: '',
              })
            ).status,
          ),
        ),
      0,
      upgrade,
    );
  });
  afterAll(async () => {
    await api.stop();
    await site.stop();
  });

  const ask = (path: string): Promise<{ status: number; policy: string | undefined } | 'open'> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${site.port}${path}`);
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (_request, response) => {
        resolve({ status: response.statusCode ?? 0, policy: response.headers['x-policy'] as string | undefined });
        socket.terminate();
      });
      socket.on('open', () => {
        resolve('open');
        socket.close();
      });
    });

  it('routes an upgrade by its behavior to the API, with what the policy forwards', async () => {
    expect(await ask('/ws?ticket=t')).toBe('open');
    const [event] = api.of('CONNECT');
    expect(event?.queryStringParameters).toEqual({ ticket: 't' });
    expect(event?.headers).toMatchObject({
      Host: new URL(api.endpoint).host,
      'X-Origin': 'yes',
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Proto': 'https',
    });
    expect(event?.requestContext).toMatchObject({ stage: 'ws', identity: { sourceIp: '127.0.0.1' } });
    expect(await ask('/moved')).toBe('open');
  });

  it.each([
    ['/closed', 400, 'the handshake headers do not reach the API'],
    ['/nowhere', 403, 'the API has no such stage'],
    ['/signed', 403, 'it is not signed'],
    ['/unwanted', 403, 'the behavior takes no GET'],
    ['/files/a', 400, 'a bucket serves no WebSocket'],
    ['/api/x', 400, 'an HTTP API serves none'],
  ])('rejects %s with %i: %s', async (path, status) => {
    const known = api.of('CONNECT').length;
    expect(await ask(path)).toMatchObject({ status });
    expect(api.of('CONNECT')).toHaveLength(known);
  });

  it("adds the behavior's headers to rejections, and returns 503 during the start", async () => {
    expect(await ask('/other')).toEqual({ status: 400, policy: 'yes' });
    awaited = ['AWS::Lambda::Function'];
    expect(await ask('/ws')).toMatchObject({ status: 503 });
    awaited = [];
  });

  it('returns 426 for a plain request, and serves other upgrades as plain requests', async () => {
    expect(await (await fetch(`http://127.0.0.1:${site.port}/ws`)).text()).toBe('426');
    const status = await new Promise((resolve) => {
      request(
        {
          port: site.port,
          host: '127.0.0.1',
          path: '/ws',
          headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAA' },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      ).end();
    });
    expect(status).toBe(200);
  });

  it('survives a viewer that disconnects during the handshake', async () => {
    const known = api.of('CONNECT').length;
    let respond = (): void => undefined;
    api.answers(() => new Promise((resolve) => (respond = () => resolve({ payload: { statusCode: 401 }, logs: [] }))));
    const socket = new WebSocket(`ws://127.0.0.1:${site.port}/ws`);
    socket.on('error', () => undefined);
    await until(() => api.of('CONNECT').length > known);
    socket.terminate();
    respond();
    api.answers(() => ({ payload: { statusCode: 200 }, logs: [] }));
    expect(await ask('/ws')).toBe('open');
  });
});

describe('the template', () => {
  const join = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
  /** As CDK writes them. */
  const resources = {
    Live: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: { Name: 'Live', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action' },
    },
    Integration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId: { Ref: 'Live' },
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: join(
          'arn:',
          { Ref: 'AWS::Partition' },
          ':apigateway:',
          { Ref: 'AWS::Region' },
          ':lambda:path/2015-03-31/functions/',
          'arn:aws:lambda:us-east-1:000000000000:function:f',
          '/invocations',
        ),
      },
    },
    Route: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: { Ref: 'Live' },
        AuthorizationType: 'NONE',
        RouteKey: '$connect',
        Target: join('integrations/', { Ref: 'Integration' }),
      },
    },
    Stage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: {
        ApiId: { Ref: 'Live' },
        AutoDeploy: true,
        DefaultRouteSettings: { ThrottlingRateLimit: 1 },
        StageName: 'ws',
      },
    },
  };
  const outputs = {
    Endpoint: { Value: { 'Fn::GetAtt': ['Live', 'ApiEndpoint'] } },
    Host: { Value: { 'Fn::Select': [2, { 'Fn::Split': ['/', { 'Fn::GetAtt': ['Live', 'ApiEndpoint'] }] }] } },
    Stage: { Value: { Ref: 'Stage' } },
  };
  const provision = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const defined: unknown[] = [];
    const context = {
      functions: { find: (name: string) => (name.endsWith(':f') ? {} : undefined) },
      gateway: {},
      webSockets: {
        has: () => true,
        defineApi: async (...args: unknown[]) => (defined.push(args), 'ws://127.0.0.1:40123'),
        defineRoute: (...args: unknown[]) => defined.push(args),
        defineStage: (...args: unknown[]) => defined.push(args),
      },
    } as unknown as ApiContext;
    const changed = Object.fromEntries(
      Object.entries(resources).map(([name, resource]) => [
        name,
        { ...resource, Properties: { ...resource.Properties, ...(changes[name] as object | undefined) } },
      ]),
    );
    const provisioned = await provisionStacks(
      [{ name: 'S', template: { Resources: changed, Outputs: outputs }, assets: new Map() } as never],
      createMeaningOf([{ resources: apiResources(context) }]),
      (text) => text,
    );
    return { defined, outputs: provisioned.outputs['S'] };
  };

  it('creates API, integration, route and stage, with the host in the endpoint', async () => {
    const { defined, outputs } = await provision();
    const [[id]] = defined as [[string]];
    expect(defined).toEqual([
      [id, '$request.body.action'],
      [id, 'ws'],
      [id, '$connect', { functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f' }],
    ]);
    expect(outputs).toEqual({ Endpoint: 'ws://127.0.0.1:40123', Host: '127.0.0.1:40123', Stage: 'ws' });
  });

  it.each([
    ['Live', { ApiKeySelectionExpression: 'x' }, 'ApiKeySelectionExpression'],
    ['Integration', { IntegrationType: 'HTTP_PROXY' }, 'AWS_PROXY, not HTTP_PROXY'],
    [
      'Integration',
      { IntegrationUri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/none/invocations' },
      'does not exist',
    ],
    ['Route', { AuthorizationType: 'CUSTOM' }, 'authorization CUSTOM'],
    ['Route', { ApiKeyRequired: true }, 'API keys'],
    ['Route', { RouteResponseSelectionExpression: '$default' }, 'RouteResponseSelectionExpression'],
    ['Stage', { StageVariables: {} }, 'StageVariables'],
  ])('does not start with unsupported properties: %s %j', async (name, change, message) => {
    await expect(provision({ [name]: change })).rejects.toThrow(message);
  });
});
