import type { CachePolicy, CacheTtl, Forwarding, ResponseHeaders, Selection } from './distribution.ts';

type Properties = Readonly<Record<string, unknown>>;

const NONE: Selection = { kind: 'none' };
const ALL: Selection = { kind: 'all' };
const NOTHING: Forwarding = { headers: NONE, cookies: NONE, query: NONE };
const only = (...names: string[]): Selection => ({ kind: 'only', names });

const DAY = 86_400;
/** Times of a policy that does not say otherwise, and of AWS's own policies that cache. */
const DEFAULT_TTL: CacheTtl = { min: 0, max: 365 * DAY, preset: DAY };
const MANAGED_TTL: CacheTtl = { ...DEFAULT_TTL, min: 1 };

/** AWS's managed cache policies, by ID. */
export const managedCachePolicies: ReadonlyMap<string, CachePolicy> = new Map([
  ['658327ea-f89d-4fab-a63d-7e88639e58f6', { ttl: MANAGED_TTL, gzip: true, brotli: true, forwarding: NOTHING }],
  ['b2884449-e4de-46a7-ac36-70bc7f1ddd6d', { ttl: MANAGED_TTL, gzip: false, brotli: false, forwarding: NOTHING }],
  ['4135ea2d-6df8-44a3-9df3-4b5a84be39ad', { gzip: false, brotli: false, forwarding: NOTHING }],
]);

/** AWS's managed origin request policies, by ID. */
export const managedOriginRequestPolicies: ReadonlyMap<string, Forwarding> = new Map([
  [
    'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    { headers: { kind: 'except', names: ['host'] }, cookies: ALL, query: ALL } satisfies Forwarding,
  ],
  ['216adef6-5c7f-47e4-b989-5492eafa07d3', { headers: ALL, cookies: ALL, query: ALL }],
  [
    '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf',
    {
      headers: only('origin', 'access-control-request-headers', 'access-control-request-method'),
      cookies: NONE,
      query: NONE,
    },
  ],
]);

/** AWS's managed response headers policies, by ID. */
export const managedResponseHeaders: ReadonlyMap<string, ResponseHeaders> = new Map([
  [
    '67f7725c-6f97-4210-82d7-5512b31e9d03',
    {
      remove: [],
      set: [
        { name: 'x-content-type-options', value: 'nosniff', override: true },
        { name: 'x-frame-options', value: 'SAMEORIGIN', override: false },
        { name: 'referrer-policy', value: 'strict-origin-when-cross-origin', override: false },
        { name: 'x-xss-protection', value: '1; mode=block', override: false },
      ],
    },
  ],
]);

const record = (value: unknown): Properties => (value ?? {}) as Properties;
const names = (value: unknown, key: string): readonly string[] =>
  ((Array.isArray(value) ? value : record(value)[key]) ?? []) as readonly string[];

const selection = (behavior: unknown, list: unknown, key: string, lower: boolean): Selection => {
  const selected = names(list, key).map((name) => (lower ? name.toLowerCase() : name));
  switch (behavior) {
    case undefined:
    case 'none':
      return NONE;
    case 'all':
    case 'allViewer':
      return ALL;
    case 'whitelist':
      return { kind: 'only', names: selected };
    case 'allExcept':
      return { kind: 'except', names: selected };
    default:
      throw new Error(`the local cloud does not support the behavior ${String(behavior)}`);
  }
};

const forwarding = (config: Properties): Forwarding => {
  const [headers, cookies, query] = [
    record(config['HeadersConfig']),
    record(config['CookiesConfig']),
    record(config['QueryStringsConfig']),
  ];
  return {
    headers: selection(headers['HeaderBehavior'], headers['Headers'], 'Items', true),
    cookies: selection(cookies['CookieBehavior'], cookies['Cookies'], 'Items', false),
    query: selection(query['QueryStringBehavior'], query['QueryStrings'], 'Items', false),
  };
};

/** Reads `CachePolicyConfig`. @throws Error for what is not supported */
export const readCachePolicy = (config: Properties): CachePolicy => {
  const parameters = record(config['ParametersInCacheKeyAndForwardedToOrigin']);
  const ttl = {
    min: Number(config['MinTTL'] ?? DEFAULT_TTL.min),
    max: Number(config['MaxTTL'] ?? DEFAULT_TTL.max),
    preset: Number(config['DefaultTTL'] ?? DEFAULT_TTL.preset),
  };
  return {
    ...(ttl.max > 0 ? { ttl } : {}),
    gzip: parameters['EnableAcceptEncodingGzip'] === true,
    brotli: parameters['EnableAcceptEncodingBrotli'] === true,
    forwarding: forwarding(parameters),
  };
};

/** Reads `OriginRequestPolicyConfig`. @throws Error for what is not supported */
export const readOriginRequestPolicy = (config: Properties): Forwarding => forwarding(config);

/**
 * Header and value of each part of a security headers configuration. Strict transport security has no effect on http.
 */
const SECURITY: Readonly<Record<string, ((part: Properties) => readonly [string, string]) | 'dropped'>> = {
  ContentSecurityPolicy: (part) => ['content-security-policy', String(part['ContentSecurityPolicy'])],
  ContentTypeOptions: () => ['x-content-type-options', 'nosniff'],
  FrameOptions: (part) => ['x-frame-options', String(part['FrameOption'])],
  ReferrerPolicy: (part) => ['referrer-policy', String(part['ReferrerPolicy'])],
  StrictTransportSecurity: 'dropped',
  XSSProtection: (part) => [
    'x-xss-protection',
    part['Protection'] === true ? (part['ModeBlock'] === true ? '1; mode=block' : '1') : '0',
  ],
};

/** Reads `ResponseHeadersPolicyConfig`. @throws Error for what is not supported */
export const readResponseHeaders = (config: Properties): ResponseHeaders => {
  for (const part of ['CorsConfig', 'ServerTimingHeadersConfig']) {
    if (config[part] !== undefined) throw new Error(`the local cloud does not support ${part}`);
  }
  const set: ResponseHeaders['set'][number][] = [];
  for (const [name, part] of Object.entries(record(config['SecurityHeadersConfig']))) {
    const header = SECURITY[name];
    if (!header) throw new Error(`the local cloud does not support ${name}`);
    if (header === 'dropped') continue;
    const [key, value] = header(record(part));
    set.push({ name: key, value, override: record(part)['Override'] === true });
  }
  for (const item of names(config['CustomHeadersConfig'], 'Items') as unknown as readonly Properties[]) {
    set.push({
      name: String(item['Header']).toLowerCase(),
      value: String(item['Value']),
      override: item['Override'] === true,
    });
  }
  const removed = names(config['RemoveHeadersConfig'], 'Items') as unknown as readonly Properties[];
  return { set, remove: removed.map((item) => String(item['Header']).toLowerCase()) };
};
