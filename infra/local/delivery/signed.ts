import { verify } from 'node:crypto';
import { BlockList } from 'node:net';

/** A denial in CloudFront's words. */
export interface SignatureDenial {
  readonly code: 'MissingKey' | 'InvalidKey' | 'MalformedPolicy' | 'AccessDenied';
  readonly message: string;
}

/** A request for signed content. */
export interface SignedRequest {
  /** Scheme, host and percent-encoded path. */
  readonly url: string;
  readonly query: string;
  /** The first cookie of a name counts. */
  readonly cookies: readonly (readonly [string, string])[];
  readonly sourceIp: string;
}

interface Credentials {
  readonly keyPairId: string;
  readonly signature: string;
  /** Base64 in CloudFront's variant; absent for a canned policy. */
  readonly policy?: string;
  /** Epoch seconds of a canned policy. */
  readonly expires?: string;
  readonly hash: string;
}

interface Statement {
  readonly Resource?: string;
  readonly Condition?: {
    readonly DateLessThan?: { readonly 'AWS:EpochTime'?: number };
    readonly DateGreaterThan?: { readonly 'AWS:EpochTime'?: number };
    readonly IpAddress?: { readonly 'AWS:SourceIp'?: string };
  };
}

const FIELDS = ['Key-Pair-Id', 'Signature', 'Policy', 'Expires', 'Hash-Algorithm'] as const;
const DENIED: SignatureDenial = { code: 'AccessDenied', message: 'Access denied' };
const MALFORMED: SignatureDenial = { code: 'MalformedPolicy', message: 'Malformed Policy' };

const credentialsFrom = (find: (field: string) => string | undefined): Credentials | undefined => {
  const [keyPairId, signature, policy, expires, hash] = FIELDS.map(find);
  if (!keyPairId || !signature || (!policy && !expires)) return undefined;
  return { keyPairId, signature, hash: hash ?? 'SHA1', ...(policy ? { policy } : { expires: expires ?? '' }) };
};

/** The query without the signature parameters, which CloudFront removes. */
const plainQuery = (query: string): string =>
  query
    .split('&')
    .filter((pair) => pair !== '' && !FIELDS.some((field) => pair.startsWith(`${field}=`)))
    .join('&');

const decode = (text: string): Buffer =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64');

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A CloudFront pattern as a regular expression over the whole text: `*` any characters, `?` one character,
 * case-sensitive.
 */
export const wildcardPattern = (pattern: string): RegExp =>
  new RegExp(
    `^${[...pattern].map((char) => (char === '*' ? '.*' : char === '?' ? '.' : escapeRegExp(char))).join('')}$`,
    's',
  );

const isInside = (ip: string, range: string): boolean => {
  const [network, prefix = '32'] = range.split('/');
  const bits = Number(prefix);
  if (!network || !Number.isInteger(bits) || bits < 0 || bits > 32) return false;
  if (bits === 0) return true;
  const list = new BlockList();
  list.addSubnet(network, bits);
  return list.check(ip);
};

const isStatementMet = (
  { Resource = '*', Condition }: Statement,
  request: SignedRequest,
  url: string,
  nowSeconds: number,
): boolean => {
  const before = Condition?.DateLessThan?.['AWS:EpochTime'];
  const after = Condition?.DateGreaterThan?.['AWS:EpochTime'];
  const range = Condition?.IpAddress?.['AWS:SourceIp'];
  if (typeof before !== 'number' || nowSeconds >= before) return false;
  if (after !== undefined && nowSeconds <= after) return false;
  if (range !== undefined && !isInside(request.sourceIp === '::1' ? '127.0.0.1' : request.sourceIp, range))
    return false;
  return wildcardPattern(Resource.replace(/^http\*:/, 'http:')).test(url);
};

const parseStatement = (policy: Buffer): Statement | undefined => {
  try {
    const { Statement: statements } = JSON.parse(policy.toString('utf8')) as { Statement?: unknown };
    return Array.isArray(statements) && statements.length === 1 ? (statements[0] as Statement) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Verifies signed cookies or a signed URL with the trusted keys (ID → public key in PEM). Returns the reason for a
 * denial, or undefined when access is allowed. URL parameters take precedence over cookies.
 */
export const denyUnsigned = (
  request: SignedRequest,
  trusted: ReadonlyMap<string, string>,
  nowMs: number,
): SignatureDenial | undefined => {
  const parameters = new URLSearchParams(request.query);
  const credentials =
    credentialsFrom((field) => parameters.get(field) ?? undefined) ??
    credentialsFrom((field) => request.cookies.find(([name]) => name === `CloudFront-${field}`)?.[1]);
  if (!credentials) return { code: 'MissingKey', message: 'Missing Key-Pair-Id query parameter or cookie value' };
  const key = trusted.get(credentials.keyPairId);
  if (!key) return { code: 'InvalidKey', message: 'Unknown Key' };
  const rest = plainQuery(request.query);
  const url = rest === '' ? request.url : `${request.url}?${rest}`;
  const condition = `{"DateLessThan":{"AWS:EpochTime":${credentials.expires ?? ''}}}`;
  const canned = `{"Statement":[{"Resource":"${url}","Condition":${condition}}]}`;
  const policy = credentials.policy === undefined ? Buffer.from(canned) : decode(credentials.policy);
  const statement = parseStatement(policy);
  if (!statement) return MALFORMED;
  const algorithm = credentials.hash === 'SHA256' ? 'RSA-SHA256' : 'RSA-SHA1';
  if (!verify(algorithm, policy, key, decode(credentials.signature))) return DENIED;
  if (credentials.policy === undefined) {
    // A canned policy names one URL literally: an asterisk in it is an asterisk.
    return nowMs / 1000 < Number(credentials.expires) ? undefined : DENIED;
  }
  return isStatementMet(statement, request, url, nowMs / 1000) ? undefined : DENIED;
};
