import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError } from '../../../aws/service.ts';
import { xmlDocument } from './xml.ts';

/** Status and text of each error, from the S3 API reference's list of error codes. */
const ERRORS = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'Error parsing the X-Amz-Credential parameter.'],
  BadDigest: [400, 'The Content-MD5 or checksum value that you specified did not match what the server received.'],
  BadRequest: [400, 'Insufficient information. Origin request header needed.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed object size.'],
  IncompleteBody: [400, 'You did not provide the number of bytes specified by the Content-Length HTTP header.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid argument.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value that you specified is not valid.'],
  InvalidPart: [
    400,
    'One or more of the specified parts could not be found.  The part may not have been uploaded, ' +
      "or the specified entity tag may not match the part's entity tag.",
  ],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order. Parts must be ordered by part number.'],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  InvalidRequest: [400, 'Invalid request.'],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  KeyTooLongError: [400, 'Your key is too long'],
  MalformedTrailerError: [
    400,
    'The request contained trailing data that was not well-formed or did not conform to our published schema.',
  ],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our published schema'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucketPolicy: [404, 'The bucket policy does not exist'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist'],
  NoSuchPublicAccessBlockConfiguration: [404, 'The public access block configuration was not found'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [
    404,
    'The specified upload does not exist. ' +
      'The upload ID may be invalid, or the upload may have been aborted or completed.',
  ],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NotImplemented: [501, 'A header or query you provided implies functionality that is not implemented'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
} as const satisfies Record<string, readonly [number, string]>;

/** Codes of the errors that the engine returns. */
export type S3ErrorCode = keyof typeof ERRORS;

/** Creates an S3 error. `details` become additional XML elements; `headers` are sent with the response. */
export const s3Error = (
  code: S3ErrorCode,
  message?: string,
  details: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): AwsError => new AwsError(code, message ?? ERRORS[code][1], ERRORS[code][0], { elements: details, headers });

/**
 * Maximum bytes of an unread body that are still read, so that a browser sees the response instead of a cut connection.
 */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

const drain = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.readableEnded || request.destroyed) return;
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAIN_BYTES) request.destroy();
  });
  request.on('error', () => response.destroy());
  request.resume();
};

/** Sends an error as XML, or only the status for a HEAD. An unexpected error is logged and sent as a 500. */
export const sendS3Error = (
  message: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!(error instanceof AwsError)) console.error(error);
  const known =
    error instanceof AwsError
      ? error
      : new AwsError('InternalError', 'The local S3 failed. The error is in the log.', 500);
  const { elements = {}, headers = {} } = known.details as {
    elements?: Record<string, string>;
    headers?: Record<string, string>;
  };
  const body =
    message.method === 'HEAD'
      ? ''
      : xmlDocument('Error', { Code: known.code, Message: known.message, ...elements, RequestId: requestId });
  response.writeHead(known.status, {
    ...headers,
    'content-type': 'application/xml',
    ...(message.method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...(message.complete ? {} : { connection: 'close' }),
  });
  response.end(body);
  drain(message, response);
};
