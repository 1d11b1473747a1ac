import {
  ALGORITHM,
  authorizationFields,
  matchesSignature,
  MAX_EXPIRES_SECONDS,
  parseAmzDate,
  parseScope,
  type Signed,
  unsignedHeaders,
} from '../../../aws/signature.ts';
import type { CredentialStore, Principal } from '../../../aws/service.ts';
import type { Clock } from '../../../clock.ts';
import { s3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** How far the time of a header signature may differ from now, in milliseconds. */
const MAX_SKEW_MS = 15 * 60_000;

const s3Scope = (credential: string): ReturnType<typeof parseScope> => {
  const scope = parseScope(credential);
  return scope?.service === 's3' ? scope : undefined;
};

const parsePresigned = (request: S3Request): Signed => {
  const malformed = (what: string) => s3Error('AuthorizationQueryParametersError', what);
  if (request.param('X-Amz-Algorithm') !== ALGORITHM) throw malformed(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  const scope = s3Scope(request.param('X-Amz-Credential') ?? '');
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
  const fields = authorizationFields(authorization);
  const scope = s3Scope(fields.get('Credential') ?? '');
  const signature = fields.get('Signature');
  if (!scope || !signature) throw s3Error('AuthorizationHeaderMalformed');
  const date = parseAmzDate(request.header('x-amz-date') ?? '');
  if (!date) throw s3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  if (request.header('x-amz-content-sha256') === undefined) {
    throw s3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  return { ...scope, date, signature, signedHeaders: (fields.get('SignedHeaders') ?? '').toLowerCase().split(';') };
};

/** A header signature is dated by the real time of the signing process, which can be far from a test's clock. */
const requireCurrentDate = ({ date }: Signed): void => {
  const now = Date.now();
  if (Math.abs(now - date.getTime()) <= MAX_SKEW_MS) return;
  throw s3Error('RequestTimeTooSkewed', undefined, {
    RequestTime: date.toISOString(),
    ServerTime: new Date(now).toISOString(),
    MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
  });
};

/**
 * Checks a request's signature and returns its signer. A presigned URL expires by the injected clock.
 * @param presignedOnly reject header signatures, for the browser's port
 * @throws AwsError AccessDenied, InvalidAccessKeyId, RequestTimeTooSkewed, SignatureDoesNotMatch and the errors of
 * malformed credentials
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

  if (signed.expires === undefined) requireCurrentDate(signed);
  else {
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

  const unsigned = unsignedHeaders(request.message, signed);
  if (unsigned.length > 0) {
    throw s3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
  const target = { message: request.message, path: request.canonicalPath, query: request.query, body: undefined };
  if (!(await matchesSignature(target, signed, principal)))
    throw s3Error('SignatureDoesNotMatch', undefined, { AWSAccessKeyId: signed.accessKeyId });
  return principal;
};
