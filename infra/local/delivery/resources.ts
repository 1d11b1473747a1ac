import type { Gateway } from '../gateway/gateway.ts';
import type { WebSocketGateway } from '../gateway/websocket-gateway.ts';
import { arnOf, physicalName, stableId } from '../resources/names.ts';
import {
  listProperty,
  type Provisioned,
  type Provisioner,
  recordProperty,
  type ResourceInput,
  textProperty,
} from '../resources/types.ts';
import type { Delivery } from './delivery.ts';
import {
  type Behavior,
  type CachePolicy,
  type Forwarding,
  type Origin,
  pathPattern,
  type ResponseHeaders,
} from './distribution.ts';
import { createEdgeFunction, type EdgeFunction } from './edge-function.ts';
import {
  managedCachePolicies,
  managedOriginRequestPolicies,
  managedResponseHeaders,
  readCachePolicy,
  readOriginRequestPolicy,
  readResponseHeaders,
} from './policies.ts';
import type { LocalDistribution } from '../services/cloudfront.ts';

type Properties = Readonly<Record<string, unknown>>;

/** The origins of a distribution, and where it is defined. */
export interface DistributionContext {
  readonly delivery: Pick<Delivery, 'define'>;
  readonly gateway: Pick<Gateway, 'has'>;
  readonly webSockets: Pick<WebSocketGateway, 'apiAt'>;
  /** Called with each distribution. */
  readonly onDistribution: (found: Omit<LocalDistribution, 'modifiedAt'>) => void;
}

/** Resources that distributions refer to, by ID or ARN. */
interface EdgeParts {
  /** Public keys in PEM. */
  readonly publicKeys: Map<string, string>;
  /** IDs of the public keys of each group. */
  readonly keyGroups: Map<string, readonly string[]>;
  readonly functions: Map<string, EdgeFunction>;
  readonly cachePolicies: Map<string, CachePolicy>;
  readonly originRequestPolicies: Map<string, Forwarding>;
  readonly responseHeaders: Map<string, ResponseHeaders>;
}

const edgeId = (prefix: string, input: ResourceInput): string => `${prefix}${stableId(input, 13).toUpperCase()}`;

/** `AWS::CloudFront::PublicKey`. */
const publicKey = (input: ResourceInput, edge: EdgeParts): Provisioned => {
  const id = edgeId('K', input);
  edge.publicKeys.set(id, textProperty(recordProperty(input.properties, 'PublicKeyConfig'), 'EncodedKey'));
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::KeyGroup`. */
const keyGroup = (input: ResourceInput, edge: EdgeParts): Provisioned => {
  const id = edgeId('G', input);
  edge.keyGroups.set(id, listProperty<string>(recordProperty(input.properties, 'KeyGroupConfig'), 'Items'));
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::Function`. */
const edgeFunction = (input: ResourceInput, edge: EdgeParts): Provisioned => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('cloudfront', `function/${name}`, true);
  edge.functions.set(arn, createEdgeFunction(name, textProperty(input.properties, 'FunctionCode')));
  return { ref: arn, attributes: { FunctionARN: arn, 'FunctionMetadata.FunctionARN': arn, Stage: 'LIVE' } };
};

/** `AWS::CloudFront::CachePolicy`. */
const cachePolicy = (input: ResourceInput, edge: EdgeParts): Provisioned => {
  const id = edgeId('C', input);
  edge.cachePolicies.set(id, readCachePolicy(recordProperty(input.properties, 'CachePolicyConfig')));
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::OriginRequestPolicy`. */
const originRequestPolicy = (input: ResourceInput, edge: EdgeParts): Provisioned => {
  const id = edgeId('O', input);
  edge.originRequestPolicies.set(
    id,
    readOriginRequestPolicy(recordProperty(input.properties, 'OriginRequestPolicyConfig')),
  );
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::ResponseHeadersPolicy`. */
const responseHeadersPolicy = (input: ResourceInput, edge: EdgeParts): Provisioned => {
  const id = edgeId('R', input);
  edge.responseHeaders.set(id, readResponseHeaders(recordProperty(input.properties, 'ResponseHeadersPolicyConfig')));
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::OriginAccessControl`: the distribution signs every request to its bucket as itself. */
const originAccessControl: Provisioner = (input) => {
  const { OriginAccessControlOriginType: type, SigningBehavior: behavior } = recordProperty(
    input.properties,
    'OriginAccessControlConfig',
  );
  if (type !== 's3' || behavior !== 'always')
    throw new Error(
      `the local cloud supports origin access control of s3 with always, not ${String(type)} with ${String(behavior)}`,
    );
  const id = edgeId('E', input);
  return { ref: id, attributes: { Id: id } };
};

const readOrigin = (origin: Properties, { gateway, webSockets }: DistributionContext): Origin => {
  const host = textProperty(origin, 'DomainName');
  const path = typeof origin['OriginPath'] === 'string' ? origin['OriginPath'] : '';
  const bucket = /^(.+)\.s3(\.[\w-]+)?\.amazonaws\.com$/.exec(host)?.[1];
  if (bucket) {
    if (!origin['OriginAccessControlId'])
      throw new Error(`its origin ${bucket} has no origin access control, so its requests would be unsigned`);
    return { kind: 'bucket', bucket, path };
  }
  const socketApi = webSockets.apiAt(host);
  const apiId = socketApi ?? /^([^.]+)\.execute-api\./.exec(host)?.[1];
  if (apiId === undefined || (socketApi === undefined && !gateway.has(apiId)))
    throw new Error(`the local cloud does not support the origin ${host}`);
  const customHeaders = listProperty<Properties>(origin, 'OriginCustomHeaders');
  const headers = Object.fromEntries(
    customHeaders.map((header) => [String(header['HeaderName']).toLowerCase(), String(header['HeaderValue'])]),
  );
  return { kind: socketApi === undefined ? 'api' : 'webSocket', apiId, host, path, headers };
};

const find = <T>(id: unknown, kind: string, ...maps: readonly ReadonlyMap<string, T>[]): T => {
  for (const map of maps) {
    const found = map.get(String(id));
    if (found !== undefined) return found;
  }
  throw new Error(`${kind} ${String(id)} does not exist in the local cloud`);
};

const trustedKeysOf = (groups: readonly string[], edge: EdgeParts): ReadonlyMap<string, string> =>
  new Map(
    groups
      .flatMap((group) => find(group, 'key group', edge.keyGroups))
      .map((id) => [id, find(id, 'public key', edge.publicKeys)]),
  );

const readBehavior = (config: Properties, origins: ReadonlyMap<string, Origin>, edge: EdgeParts): Behavior => {
  for (const part of ['LambdaFunctionAssociations', 'TrustedSigners']) {
    if (listProperty(config, part).length > 0) throw new Error(`the local cloud does not support ${part}`);
  }
  if (config['CachePolicyId'] === undefined)
    throw new Error('the local cloud supports only behaviors with a cache policy');
  const associations = listProperty<Properties>(config, 'FunctionAssociations');
  const unsupported = associations.find(({ EventType }) => EventType !== 'viewer-request');
  if (unsupported) throw new Error(`the local cloud does not support functions on ${String(unsupported['EventType'])}`);
  const groups = listProperty<string>(config, 'TrustedKeyGroups');
  const association = associations[0];
  return {
    ...(typeof config['PathPattern'] === 'string'
      ? { pattern: pathPattern(config['PathPattern']), name: config['PathPattern'] }
      : {}),
    origin: find(config['TargetOriginId'], 'origin', origins),
    methods: config['AllowedMethods'] === undefined ? ['GET', 'HEAD'] : listProperty<string>(config, 'AllowedMethods'),
    compress: config['Compress'] === true,
    cache: find(config['CachePolicyId'], 'cache policy', managedCachePolicies, edge.cachePolicies),
    ...(config['OriginRequestPolicyId'] === undefined
      ? {}
      : {
          originRequest: find(
            config['OriginRequestPolicyId'],
            'origin request policy',
            managedOriginRequestPolicies,
            edge.originRequestPolicies,
          ),
        }),
    ...(config['ResponseHeadersPolicyId'] === undefined
      ? {}
      : {
          responseHeaders: find(
            config['ResponseHeadersPolicyId'],
            'response headers policy',
            managedResponseHeaders,
            edge.responseHeaders,
          ),
        }),
    ...(groups.length > 0 ? { trustedKeys: trustedKeysOf(groups, edge) } : {}),
    ...(association ? { viewerRequest: find(association['FunctionARN'], 'function', edge.functions) } : {}),
  };
};

/** `AWS::CloudFront::Distribution`. */
const distribution = (input: ResourceInput, context: DistributionContext, edge: EdgeParts): Provisioned => {
  const config = recordProperty(input.properties, 'DistributionConfig');
  // The local cache keeps no errors, as the template requests.
  if (
    listProperty<Properties>(config, 'CustomErrorResponses').some(
      (response) => response['ResponsePagePath'] !== undefined,
    )
  ) {
    throw new Error('the local cloud does not support error pages');
  }
  const id = edgeId('E', input);
  const domainName = `${id.toLowerCase()}.cloudfront.net`;
  const origins = new Map(
    listProperty<Properties>(config, 'Origins').map((origin) => [
      textProperty(origin, 'Id'),
      readOrigin(origin, context),
    ]),
  );
  const root = config['DefaultRootObject'];
  const configs = [
    ...listProperty<Properties>(config, 'CacheBehaviors'),
    recordProperty(config, 'DefaultCacheBehavior'),
  ];
  context.delivery.define({
    id,
    domainName,
    ...(typeof root === 'string' ? { defaultRootObject: root } : {}),
    behaviors: configs.map((behavior) => readBehavior(behavior, origins, edge)),
  });
  context.onDistribution({
    id,
    domainName,
    comment: String(config['Comment'] ?? ''),
    enabled: config['Enabled'] !== false && config['Enabled'] !== 'false',
    priceClass: String(config['PriceClass'] ?? 'PriceClass_All'),
  });
  return { ref: id, attributes: { Id: id, DomainName: domainName } };
};

/** The provisioners of distributions and their parts. */
export const distributionResources = (context: DistributionContext): Readonly<Record<string, Provisioner>> => {
  const edge: EdgeParts = {
    publicKeys: new Map(),
    keyGroups: new Map(),
    functions: new Map(),
    cachePolicies: new Map(),
    originRequestPolicies: new Map(),
    responseHeaders: new Map(),
  };
  return {
    'AWS::CloudFront::CachePolicy': (input) => cachePolicy(input, edge),
    'AWS::CloudFront::Distribution': (input) => distribution(input, context, edge),
    'AWS::CloudFront::Function': (input) => edgeFunction(input, edge),
    'AWS::CloudFront::KeyGroup': (input) => keyGroup(input, edge),
    'AWS::CloudFront::OriginAccessControl': originAccessControl,
    'AWS::CloudFront::OriginRequestPolicy': (input) => originRequestPolicy(input, edge),
    'AWS::CloudFront::PublicKey': (input) => publicKey(input, edge),
    'AWS::CloudFront::ResponseHeadersPolicy': (input) => responseHeadersPolicy(input, edge),
  };
};
