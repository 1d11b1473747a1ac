import type { EdgeFunction } from './edge-function.ts';
import { wildcardPattern } from './signed.ts';

/** Which of a viewer's headers, cookies or query parameters reach the origin. */
export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | { readonly kind: 'only'; readonly names: readonly string[] }
  | { readonly kind: 'except'; readonly names: readonly string[] };

/** What a cache policy or an origin request policy forwards to the origin. */
export interface Forwarding {
  readonly headers: Selection;
  readonly cookies: Selection;
  readonly query: Selection;
}

/** Seconds for which responses are cached: limits, and the time for a response that says nothing. */
export interface CacheTtl {
  readonly min: number;
  readonly max: number;
  readonly preset: number;
}

/** A cache policy. */
export interface CachePolicy {
  /** Undefined for a policy that caches nothing. */
  readonly ttl?: CacheTtl;
  readonly gzip: boolean;
  readonly brotli: boolean;
  readonly forwarding: Forwarding;
}

/** Headers that a response headers policy adds or removes. Names in lower case. */
export interface ResponseHeaders {
  readonly set: readonly { readonly name: string; readonly value: string; readonly override: boolean }[];
  readonly remove: readonly string[];
}

/** An API behind a distribution: an HTTP API, or a WebSocket API. */
export interface ApiOrigin {
  readonly kind: 'api' | 'webSocket';
  readonly apiId: string;
  readonly host: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A bucket behind a distribution. */
export interface BucketOrigin {
  readonly kind: 'bucket';
  readonly bucket: string;
  readonly path: string;
}

/** The origin of a behavior's responses. */
export type Origin = BucketOrigin | ApiOrigin;

/** A cache behavior. */
export interface Behavior {
  /** Undefined for the default behavior. */
  readonly pattern?: RegExp;
  /** The pattern as the template has it: `/media/*`; undefined for the default behavior. */
  readonly name?: string;
  readonly origin: Origin;
  readonly methods: readonly string[];
  readonly compress: boolean;
  readonly cache: CachePolicy;
  readonly originRequest?: Forwarding;
  readonly responseHeaders?: ResponseHeaders;
  /** Public keys by ID; undefined when nothing is signed. */
  readonly trustedKeys?: ReadonlyMap<string, string>;
  readonly viewerRequest?: EdgeFunction;
}

/** A distribution of the template. */
export interface Distribution {
  readonly id: string;
  readonly domainName: string;
  /** Without a leading slash. */
  readonly defaultRootObject?: string;
  /** In order of precedence, with the default one last. */
  readonly behaviors: readonly Behavior[];
}

/** A behavior's path pattern. The leading slash is optional, as in CloudFront. */
export const pathPattern = (pattern: string): RegExp =>
  wildcardPattern(/^[/*]/.test(pattern) ? pattern : `/${pattern}`);

/**
 * Decodes characters that need no encoding and removes dot segments, so that no spelling of a path bypasses its
 * behavior.
 */
export const normalizePath = (path: string): string => {
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(char) ? char : encoded;
  });
  const segments: string[] = [];
  for (const segment of decoded.split('/').slice(1)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
};

/** The behavior of a path: the first with a matching pattern, otherwise the default one. */
export const behaviorOf = ({ behaviors }: Distribution, path: string): Behavior => {
  const normal = normalizePath(path);
  const found = behaviors.find(({ pattern }) => pattern === undefined || pattern.test(normal));
  if (!found) throw new Error('The distribution has no default behavior');
  return found;
};

/** Whether a selection includes a name. Header names must be in lower case. */
export const isSelected = (selection: Selection, name: string): boolean => {
  if (selection.kind === 'only') return selection.names.includes(name);
  if (selection.kind === 'except') return !selection.names.includes(name);
  return selection.kind === 'all';
};
