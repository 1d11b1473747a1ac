import { type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import { isCborRequest, sendCborError } from './rpc-cbor.ts';
import {
  AwsError,
  type CredentialStore,
  type LocalService,
  type Principal,
  readBody,
  sendJsonError,
  xmlFailure,
} from './service.ts';
import {
  ALGORITHM,
  authorizationFields,
  formatAmzDate,
  matchesSignature,
  MAX_EXPIRES_SECONDS,
  parseAmzDate,
  parseScope,
  sha256Hex,
  type Signed,
  unsignedHeaders,
} from './signature.ts';

/** How far the time of a signature may differ from now, in milliseconds. */
const MAX_SKEW_MS = 5 * 60_000;

type Failure = 'unknown-key' | 'malformed' | 'mismatch';
/** How a service reports a request that is not authenticated. @default json */
export type ErrorProtocol = NonNullable<LocalService['errorProtocol']>;

/** Names and status of the errors, from the "Common errors" of the services' API references. */
const ERRORS: Readonly<Record<ErrorProtocol, Readonly<Record<Failure, readonly [name: string, status: number]>>>> = {
  json: {
    'unknown-key': ['UnrecognizedClientException', 400],
    malformed: ['IncompleteSignatureException', 400],
    mismatch: ['InvalidSignatureException', 400],
  },
  rest: {
    'unknown-key': ['UnrecognizedClientException', 403],
    malformed: ['IncompleteSignatureException', 403],
    mismatch: ['InvalidSignatureException', 403],
  },
  xml: {
    'unknown-key': ['InvalidClientTokenId', 403],
    malformed: ['IncompleteSignature', 400],
    mismatch: ['SignatureDoesNotMatch', 403],
  },
};

const UNKNOWN_KEY = 'The security token included in the request is invalid.';
const MISMATCH =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key ' +
  'and signing method. Consult the service documentation for details.';

/** A reason to reject a request, which each protocol reports in its own form. */
class Rejected extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, message: string) {
    super(message);
    this.failure = failure;
  }
}

const queryOf = (url: string): Record<string, string | string[]> => {
  const query = Object.create(null) as Record<string, string | string[]>;
  const mark = url.indexOf('?');
  if (mark < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(mark))) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
};

/** Where a request has its signature: in the `Authorization` header, or in the URL when it is presigned. */
interface SignatureSource {
  readonly credential: string | undefined;
  readonly date: string | undefined;
  readonly signedHeaders: string | undefined;
  readonly signature: string | undefined;
  readonly expires?: string | undefined;
}

const sourceOf = ({ headers }: IncomingMessage, query: Record<string, string | string[]>): SignatureSource => {
  const param = (name: string): string | undefined => [query[name]].flat()[0];
  if (headers.authorization === undefined) {
    return {
      credential: param('X-Amz-Algorithm') === ALGORITHM ? param('X-Amz-Credential') : undefined,
      date: param('X-Amz-Date'),
      signedHeaders: param('X-Amz-SignedHeaders'),
      signature: param('X-Amz-Signature'),
      expires: param('X-Amz-Expires') ?? '',
    };
  }
  const fields = authorizationFields(headers.authorization);
  const date = headers['x-amz-date'];
  return {
    credential: fields.get('Credential'),
    date: typeof date === 'string' ? date : undefined,
    signedHeaders: fields.get('SignedHeaders'),
    signature: fields.get('Signature'),
  };
};

/** The signing name of the service that a request is signed for; undefined when it is not signed. */
export const signedService = ({ headers, url = '/' }: IncomingMessage): string | undefined => {
  const credential =
    headers.authorization === undefined
      ? [queryOf(url)['X-Amz-Credential']].flat()[0]
      : authorizationFields(headers.authorization).get('Credential');
  return parseScope(credential ?? '')?.service;
};

const readSigned = (source: SignatureSource): Signed => {
  const scope = parseScope(source.credential ?? '');
  const date = parseAmzDate(source.date ?? '');
  const required = { Credential: scope, Signature: source.signature, SignedHeaders: source.signedHeaders, Date: date };
  const missing = Object.entries(required).find(([, value]) => value === undefined || value === '');
  if (missing || !scope || !date)
    throw new Rejected('malformed', `The signature requires a valid '${missing?.[0] ?? ''}' parameter.`);
  const expires = source.expires === undefined ? undefined : Number(source.expires);
  if (expires !== undefined && !(Number.isInteger(expires) && expires >= 1 && expires <= MAX_EXPIRES_SECONDS))
    throw new Rejected('malformed', "The signature requires a valid 'X-Amz-Expires' parameter.");
  return {
    ...scope,
    date,
    signedHeaders: (source.signedHeaders ?? '').toLowerCase().split(';'),
    signature: source.signature ?? '',
    ...(expires === undefined ? {} : { expires }),
  };
};

const requireCurrent = ({ date, expires }: Signed, now: number): void => {
  const at = date.getTime();
  const [text, current] = [formatAmzDate(at), formatAmzDate(now)];
  if (at > now + MAX_SKEW_MS) {
    const latest = formatAmzDate(now + MAX_SKEW_MS);
    const message = `Signature not yet current: ${text} is still later than ${latest} (${current} + 5 min.)`;
    throw new Rejected('mismatch', message);
  }
  const lifeMs = expires === undefined ? MAX_SKEW_MS : expires * 1000;
  if (at + lifeMs >= now) return;
  const earliest = formatAmzDate(now - lifeMs);
  const life = expires === undefined ? '5 min.' : `${expires} s`;
  throw new Rejected('mismatch', `Signature expired: ${text} is now earlier than ${earliest} (${current} - ${life})`);
};

const verify = async (
  request: IncomingMessage,
  signingName: string,
  credentials: CredentialStore,
): Promise<Principal> => {
  const url = request.url ?? '/';
  const query = queryOf(url);
  const signed = readSigned(sourceOf(request, query));
  if (signed.service !== signingName)
    throw new Rejected('mismatch', `Credential should be scoped to correct service: '${signingName}'.`);
  const principal = credentials.find(signed.accessKeyId);
  if (!principal) throw new Rejected('unknown-key', UNKNOWN_KEY);
  requireCurrent(signed, Date.now());
  const unsigned = unsignedHeaders(request, signed);
  if (unsigned.length > 0)
    throw new Rejected('mismatch', `'${unsigned.join("', '")}' must be a 'SignedHeader' in the AWS Authorization.`);
  const body = await readBody(request);
  const claimed = request.headers['x-amz-content-sha256'];
  // The signer takes the hash of the body from this header, so it must be the hash of the received body.
  const isBodySigned = claimed === undefined || claimed === sha256Hex(body);
  const target = { message: request, path: url.split('?', 1)[0] ?? '/', query, body };
  if (!isBodySigned || !(await matchesSignature(target, signed, principal))) throw new Rejected('mismatch', MISMATCH);
  return principal;
};

/**
 * Checks that a request is signed for the service, and returns its signer. The time of a signature is compared with the
 * real time, because the signing process dates it by that. Services read the body with `readBody` again.
 * @throws AwsError in the form of the service's protocol
 */
export const authenticate = async (
  request: IncomingMessage,
  { signingName, errorProtocol = 'json' }: Pick<LocalService, 'signingName' | 'errorProtocol'>,
  credentials: CredentialStore,
): Promise<Principal> => {
  try {
    return await verify(request, signingName, credentials);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const [name, status] = ERRORS[errorProtocol][error.failure];
    throw new AwsError(name, error.message, status);
  }
};

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

/** Sends an error in the form of a service's protocol, for a request that did not reach the service. */
export const sendError = (
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  protocol: ErrorProtocol,
): void => {
  if (isCborRequest(request)) return sendCborError(response, error);
  if (protocol !== 'xml') return sendJsonError(response, error);
  const { status, document } = xmlFailure(error, undefined, randomUUID());
  const text = builder.build(document);
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(text) });
  response.end(text);
};
