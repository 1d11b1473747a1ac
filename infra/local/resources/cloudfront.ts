import type { LocalCloud } from '../cloud.ts';
import { type Behavior, type Origin, pathPattern } from '../delivery/distribution.ts';
import { createEdgeFunction } from '../delivery/edge-function.ts';
import {
  managedCachePolicies,
  managedOriginRequestPolicies,
  managedResponseHeaders,
  readCachePolicy,
  readOriginRequestPolicy,
  readResponseHeaders,
} from '../delivery/policies.ts';
import { arnOf, physicalName, stableId } from './names.ts';
import { listProperty, type Provisioner, recordProperty, textProperty } from './types.ts';

type Properties = Readonly<Record<string, unknown>>;

const edgeId = (prefix: string, input: Parameters<Provisioner>[0]): string =>
  `${prefix}${stableId(input, 13).toUpperCase()}`;

/** `AWS::CloudFront::PublicKey`. */
export const publicKey: Provisioner = (input, cloud) => {
  const id = edgeId('K', input);
  cloud.edge.publicKeys.set(id, textProperty(recordProperty(input.properties, 'PublicKeyConfig'), 'EncodedKey'));
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::KeyGroup`. */
export const keyGroup: Provisioner = (input, cloud) => {
  const id = edgeId('G', input);
  cloud.edge.keyGroups.set(id, listProperty<string>(recordProperty(input.properties, 'KeyGroupConfig'), 'Items'));
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::Function`. */
export const edgeFunction: Provisioner = (input, cloud) => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('cloudfront', `function/${name}`, true);
  cloud.edge.functions.set(arn, createEdgeFunction(name, textProperty(input.properties, 'FunctionCode')));
  return { ref: arn, attributes: { FunctionARN: arn, 'FunctionMetadata.FunctionARN': arn, Stage: 'LIVE' } };
};

/** `AWS::CloudFront::CachePolicy`. */
export const cachePolicy: Provisioner = (input, cloud) => {
  const id = edgeId('C', input);
  cloud.edge.cachePolicies.set(id, readCachePolicy(recordProperty(input.properties, 'CachePolicyConfig')));
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::OriginRequestPolicy`. */
export const originRequestPolicy: Provisioner = (input, cloud) => {
  const id = edgeId('O', input);
  cloud.edge.originRequestPolicies.set(
    id,
    readOriginRequestPolicy(recordProperty(input.properties, 'OriginRequestPolicyConfig')),
  );
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::ResponseHeadersPolicy`. */
export const responseHeadersPolicy: Provisioner = (input, cloud) => {
  const id = edgeId('R', input);
  cloud.edge.responseHeaders.set(
    id,
    readResponseHeaders(recordProperty(input.properties, 'ResponseHeadersPolicyConfig')),
  );
  return { ref: id, attributes: { Id: id } };
};

/** `AWS::CloudFront::OriginAccessControl`: the distribution signs every request to its bucket as itself. */
export const originAccessControl: Provisioner = (input) => {
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

const readOrigin = (origin: Properties, cloud: LocalCloud): Origin => {
  const host = textProperty(origin, 'DomainName');
  const path = typeof origin['OriginPath'] === 'string' ? origin['OriginPath'] : '';
  const bucket = /^(.+)\.s3(\.[\w-]+)?\.amazonaws\.com$/.exec(host)?.[1];
  if (bucket) {
    if (!origin['OriginAccessControlId'])
      throw new Error(`its origin ${bucket} has no origin access control, so its requests would be unsigned`);
    return { kind: 'bucket', bucket, path };
  }
  const socketApi = cloud.webSockets.apiAt(host);
  const apiId = socketApi ?? /^([^.]+)\.execute-api\./.exec(host)?.[1];
  if (apiId === undefined || (socketApi === undefined && !cloud.gateway.has(apiId)))
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

const trustedKeysOf = (groups: readonly string[], { edge }: LocalCloud): ReadonlyMap<string, string> =>
  new Map(
    groups
      .flatMap((group) => find(group, 'key group', edge.keyGroups))
      .map((id) => [id, find(id, 'public key', edge.publicKeys)]),
  );

const readBehavior = (config: Properties, origins: ReadonlyMap<string, Origin>, cloud: LocalCloud): Behavior => {
  const { edge } = cloud;
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
    ...(typeof config['PathPattern'] === 'string' ? { pattern: pathPattern(config['PathPattern']) } : {}),
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
    ...(groups.length > 0 ? { trustedKeys: trustedKeysOf(groups, cloud) } : {}),
    ...(association ? { viewerRequest: find(association['FunctionARN'], 'function', edge.functions) } : {}),
  };
};

/** `AWS::CloudFront::Distribution`. */
export const distribution: Provisioner = (input, cloud) => {
  const config = recordProperty(input.properties, 'DistributionConfig');
  // Error caching matters only with a cache, which the local distribution does not have.
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
      readOrigin(origin, cloud),
    ]),
  );
  const root = config['DefaultRootObject'];
  const configs = [
    ...listProperty<Properties>(config, 'CacheBehaviors'),
    recordProperty(config, 'DefaultCacheBehavior'),
  ];
  cloud.delivery.define({
    id,
    domainName,
    ...(typeof root === 'string' ? { defaultRootObject: root } : {}),
    behaviors: configs.map((behavior) => readBehavior(behavior, origins, cloud)),
  });
  cloud.edge.distributions.add(id);
  return { ref: id, attributes: { Id: id, DomainName: domainName } };
};
