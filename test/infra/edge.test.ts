import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { endpoints } from '../../lambdas/contract/index.ts';
import { ORIGIN_HEADER } from '../../lambdas/contract/origin.ts';
import { checkStage } from '../../infra/stages.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../support/stack/assembly.ts';
import { configuredProd, filledIn } from '../support/stack/configured-prod.ts';

let dev: Assembly;
let prod: Assembly;

beforeAll(async () => {
  dev = await assemblyOf('dev');
  prod = await assemblyOf('prod');
});

const text = (value: unknown) => JSON.stringify(value);
interface Origin {
  readonly DomainName: unknown;
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: unknown }[];
}
const distributionOf = (assembly: Assembly) =>
  (resourcesOf(assembly, 'AWS::CloudFront::Distribution')[0]?.properties['DistributionConfig'] ?? {}) as {
    readonly Origins: readonly Origin[];
    readonly WebACLId?: string;
  };

describe('the origin secret', () => {
  it('is sent to both APIs, and to no bucket', () => {
    const { Origins } = distributionOf(prod);
    const sent = Origins.filter(({ OriginCustomHeaders }) => OriginCustomHeaders !== undefined);
    expect(sent.map(({ DomainName }) => /ApiHost|LiveApiHost/.exec(text(DomainName))?.[0]).sort()).toHaveLength(2);
    for (const { OriginCustomHeaders } of sent)
      expect(OriginCustomHeaders).toEqual([
        {
          HeaderName: ORIGIN_HEADER,
          HeaderValue: { 'Fn::GetAtt': [expect.stringMatching(/^OriginSecret2/), 'Secret'] },
        },
      ]);
  });

  it('is in no template and no output', () => {
    for (const [stack, { Outputs = {}, Resources }] of Object.entries(prod.templates)) {
      expect(text(Outputs)).not.toContain('"Secret"');
      const readers = Object.values(Resources).filter((resource) => text(resource)?.includes('"Secret"]'));
      expect([stack, readers.map(({ Type }) => Type)]).toEqual([
        stack,
        stack === 'Web' ? ['AWS::CloudFront::Distribution'] : [],
      ]);
    }
  });

  it('is known to every function of the API by the hashes of two versions', () => {
    const folders = new Set([...Object.keys(endpoints).map((key) => key.split('.')[0]), 'live-socket']);
    const functions = resourcesOf(prod, 'AWS::Lambda::Function').filter(({ properties }) =>
      folders.has(String(properties['Description']).replace('soundstage ', '')),
    );
    expect(functions).toHaveLength(folders.size);
    for (const { id, properties } of functions) {
      const { Variables } = properties['Environment'] as { Variables: Record<string, unknown> };
      const versions = [...text(Variables['ORIGIN_HASHES']).matchAll(/OriginHash(\d)/g)].map(([, version]) => version);
      expect([id, versions]).toEqual([id, ['2', '1']]);
    }
  });
});

describe('the throttles', () => {
  it('limit each endpoint that changes something for signed-out callers or verifies signatures itself', () => {
    const open = Object.values(endpoints).filter(
      ({ auth, method }) => ['public', 'optional', 'token'].includes(auth) && method !== 'GET',
    );
    const signed = Object.values(endpoints).filter(({ auth }) => auth === 'signature');
    expect(open.map(({ path }) => path)).toContain('/api/functions/request-username-code');
    expect(signed.map(({ path }) => path)).toContain('/api/stripe/webhook');
    const stage = resourcesOf(dev, 'AWS::ApiGatewayV2::Stage').find(
      ({ properties }) => properties['StageName'] === '$default',
    );
    const limit = { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 };
    const signedLimit = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 };
    expect(stage?.properties['RouteSettings']).toEqual(
      Object.fromEntries([
        ...open.map(({ method, path }) => [`${method} ${path}`, limit]),
        ...signed.map(({ method, path }) => [`${method} ${path}`, signedLimit]),
      ]),
    );
    // The settings of a route that does not exist yet are an error.
    const routes = resourcesOf(dev, 'AWS::ApiGatewayV2::Route').filter(({ properties }) =>
      [...open, ...signed].some(({ method, path }) => properties['RouteKey'] === `${method} ${path}`),
    );
    const { DependsOn = [] } = stage as unknown as { DependsOn?: readonly string[] };
    expect(routes.filter(({ id }) => !DependsOn.includes(id))).toEqual([]);
  });
});

describe('the firewall', () => {
  it('is on the distribution if the stage names one', () => {
    expect(distributionOf(prod).WebACLId).toBe(filledIn.webAclArn);
    expect(distributionOf(dev)).not.toHaveProperty('WebACLId');
  });

  it('must be one that CloudFront can use', () => {
    const regional = 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/a/1';
    expect(() => checkStage({ ...configuredProd, webAclArn: regional })).toThrow(
      'Must be a global web ACL in us-east-1',
    );
  });
});

describe('the path with the country of the viewer', () => {
  it('responds with what CloudFront adds to the request, or with nothing', () => {
    const code = resourcesOf(dev, 'AWS::CloudFront::Function').find(({ id }) => /Where/.test(id))?.properties;
    const ask = (headers: object): unknown => {
      const context = createContext({ event: JSON.stringify({ request: { headers } }) });
      new Script(
        `${String(code?.['FunctionCode'])}\nvar sent = JSON.stringify(handler(JSON.parse(event)));`,
      ).runInContext(context);
      return JSON.parse(String(context['sent']));
    };
    expect(ask({ 'cloudfront-viewer-country': { value: 'DE' } })).toMatchObject({
      statusCode: 200,
      body: { data: 'DE' },
    });
    expect(ask({})).toMatchObject({ statusCode: 200, body: { data: '' } });
    expect(text(resourcesOf(dev, 'AWS::CloudFront::CachePolicy'))).toContain('CloudFront-Viewer-Country');
  });
});

describe('the service worker', () => {
  /** The text of `/sw.js` after a deployment: the last source that contains it wins. */
  const deployedWorker = (assembly: Assembly): string | undefined => {
    const page = resourcesOf(assembly, 'Custom::CDKBucketDeployment').find(({ properties }) =>
      text(properties['DistributionPaths'])?.includes('/sw.js'),
    );
    const files = (page?.properties['SourceObjectKeys'] as readonly string[]).map((key) =>
      join(assembly.folder, `asset.${key.replace('.zip', '')}`, 'sw.js'),
    );
    const last = files.findLast((file) => existsSync(file));
    return last && readFileSync(last, 'utf8');
  };

  it('is the one that opens the application offline, or the one that removes itself', () => {
    expect(deployedWorker(dev)).toContain('/config.json');
    expect(deployedWorker(prod)).toContain('unregister');
    expect(deployedWorker(prod)).not.toContain('/config.json');
  });
});
