import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Hash, Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { CredentialStore, Principal } from '../../../aws/service.ts';
import type { Clock } from '../../../clock.ts';
import { s3Error } from './errors.ts';
import type { S3Request } from './request.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** Seven days, the longest life of a presigned URL, in seconds. */
const MAX_EXPIRES_SECONDS = 604_800;

type SourceData = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (data: SourceData): string | Uint8Array => {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
};

/** SHA-256 and its HMAC with the interface that the signer requires. */
class Sha256 {
  private readonly secret: SourceData | undefined;
  private running: Hash | Hmac;

  constructor(secret?: SourceData) {
    this.secret = secret;
    this.running = this.start();
  }

  private start(): Hash | Hmac {
    return this.secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(this.secret));
  }

  update(data: SourceData): void {
    this.running.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.running.digest());
  }

  reset(): void {
    this.running = this.start();
  }
}

interface Signed {
  readonly accessKeyId: string;
  readonly region: string;
  readonly scopeDate: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly date: Date;
  /** Seconds; only presigned URLs have it. */
  readonly expires?: number;
}

const parseAmzDate = (text: string): Date | undefined => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const date = new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'));
  return Number.isNaN(date.getTime()) ? undefined : date;
};

const parseScope = (credential: string): Pick<Signed, 'accessKeyId' | 'scopeDate' | 'region'> | undefined => {
  const [accessKeyId, scopeDate, region, service, terminator, ...rest] = credential.split('/');
  if (!accessKeyId || !scopeDate || !region || service !== 's3' || terminator !== 'aws4_request' || rest.length > 0)
    return undefined;
  return { accessKeyId, scopeDate, region };
};

const parsePresigned = (request: S3Request): Signed => {
  const malformed = (what: string) => s3Error('AuthorizationQueryParametersError', what);
  if (request.param('X-Amz-Algorithm') !== ALGORITHM) throw malformed(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  const scope = parseScope(request.param('X-Amz-Credential') ?? '');
  if (!scope)
    throw malformed(
      'Error parsing the X-Amz-Credential parameter; ' +
        'it must name the key, the date, a region, "s3" and "aws4_request".',
    );
  const date = parseAmzDate(request.param('X-Amz-Date') ?? '');
  if (!date) throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  const expires = Number(request.param('X-Amz-Expires') ?? Number.NaN);
  if (!Number.isInteger(expires) || expires < 1 || expires > MAX_EXPIRES_SECONDS) {
    throw malformed('X-Amz-Expires must be a whole number of seconds, at least 1 and less than a week');
  }
  const signedHeaders = (request.param('X-Amz-SignedHeaders') ?? '').toLowerCase().split(';');
  return { ...scope, date, expires, signedHeaders, signature: request.param('X-Amz-Signature') ?? '' };
};

const parseHeader = (request: S3Request, authorization: string): Signed => {
  const fields = new Map<string, string>();
  if (authorization.startsWith(`${ALGORITHM} `)) {
    for (const field of authorization.slice(ALGORITHM.length + 1).split(',')) {
      const at = field.indexOf('=');
      if (at > 0) fields.set(field.slice(0, at).trim(), field.slice(at + 1).trim());
    }
  }
  const scope = parseScope(fields.get('Credential') ?? '');
  const signature = fields.get('Signature');
  if (!scope || !signature) throw s3Error('AuthorizationHeaderMalformed');
  const date = parseAmzDate(request.header('x-amz-date') ?? '');
  if (!date) throw s3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  if (request.header('x-amz-content-sha256') === undefined) {
    throw s3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  return { ...scope, date, signature, signedHeaders: (fields.get('SignedHeaders') ?? '').toLowerCase().split(';') };
};

/** The signature that the principal's secret gives for the received request. */
const expectedSignature = async (request: S3Request, signed: Signed, principal: Principal): Promise<string> => {
  const names = new Set(signed.signedHeaders);
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = request.message.headers[name];
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  const query = { ...request.query };
  delete query['X-Amz-Signature'];
  const signer = new SignatureV4({
    service: 's3',
    region: signed.region,
    credentials: principal,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const target = {
    method: request.method,
    protocol: 'http:',
    hostname: headers['host'] ?? '',
    path: request.canonicalPath,
    query,
    headers,
    // The signer does not hash a stream: it takes the hash from the header, or UNSIGNED-PAYLOAD without one.
    body: request.message,
  };
  if (signed.expires === undefined) {
    const result = await signer.sign(target, { signingDate: signed.date, signableHeaders: names });
    return /Signature=([0-9a-f]+)$/.exec(String(result.headers['authorization']))?.[1] ?? '';
  }
  const result = await signer.presign(target, {
    signingDate: signed.date,
    expiresIn: signed.expires,
    signableHeaders: names,
    unhoistableHeaders: names,
  });
  return String(result.query?.['X-Amz-Signature'] ?? '');
};

const equal = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Checks a request's signature and returns its signer.
 *
 * A presigned URL expires by the injected clock. The age of a header signature is not checked: its date is the real
 * time of the signing process, which can be far from a test's clock.
 * @param presignedOnly reject header signatures, for the browser's port
 * @throws AwsError AccessDenied, InvalidAccessKeyId, SignatureDoesNotMatch and the errors of malformed credentials
 */
export const authenticate = async (
  request: S3Request,
  credentials: CredentialStore,
  clock: Clock,
  presignedOnly: boolean,
): Promise<Principal> => {
  const authorization = request.message.headers.authorization;
  const presigned = ['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Signature'].some(
    (name) => request.param(name) !== undefined,
  );
  if (presigned && authorization !== undefined) throw s3Error('InvalidArgument', 'Only one auth mechanism allowed');
  if (!presigned && (authorization === undefined || presignedOnly)) throw s3Error('AccessDenied');
  const signed = presigned ? parsePresigned(request) : parseHeader(request, authorization ?? '');

  if (signed.expires !== undefined) {
    const end = signed.date.getTime() + signed.expires * 1000;
    if (clock.now() > end) {
      throw s3Error('AccessDenied', 'Request has expired', {
        'X-Amz-Expires': String(signed.expires),
        Expires: new Date(end).toISOString(),
        ServerTime: new Date(clock.now()).toISOString(),
      });
    }
  }
  const principal = credentials.find(signed.accessKeyId);
  if (!principal) throw s3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: signed.accessKeyId });

  const names = new Set(signed.signedHeaders);
  const unsigned = Object.keys(request.message.headers).filter((name) => name.startsWith('x-amz-') && !names.has(name));
  if (!names.has('host')) unsigned.push('host');
  if (unsigned.length > 0) {
    throw s3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
  const dateText = signed.date.toISOString().slice(0, 10).replaceAll('-', '');
  const matches =
    signed.scopeDate === dateText && equal(await expectedSignature(request, signed, principal), signed.signature);
  if (!matches) throw s3Error('SignatureDoesNotMatch', undefined, { AWSAccessKeyId: signed.accessKeyId });
  return principal;
};
