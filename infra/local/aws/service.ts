import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';

/** Account and region of every ARN in the local cloud. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';

/** The signer of a request: a function of the template, or the operator's own key. */
export interface Principal {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Logical name for messages, e.g. the function's name, or `operator`. */
  readonly name: string;
  /** The role whose policies decide its calls. Absent for the operator's key, which may do everything. */
  readonly roleArn?: string;
}

/** Access keys that the local cloud has issued. An unknown key is rejected, as on AWS. */
export interface CredentialStore {
  find(accessKeyId: string): Principal | undefined;
}

/** One AWS service of the local cloud. Requests arrive with their signer, unless it authenticates them itself. */
export interface LocalService {
  /** The signing name in the credential scope (`s3`, `sqs`, `cognito-idp`, …); requests are dispatched by it. */
  readonly signingName: string;
  /** The form of the errors for requests that are not authenticated. @default json */
  readonly errorProtocol?: 'json' | 'rest' | 'xml';
  /** It checks signatures itself: S3 streams bodies, and browsers send it presigned URLs. @default false */
  readonly authenticates?: boolean;
  /**
   * Start of `X-Amz-Target` of its operations, if some need no signature: they carry a user's token instead, and reach
   * it without a caller.
   */
  readonly unsignedTarget?: string;
  handle(request: IncomingMessage, response: ServerResponse, caller: Principal | undefined): Promise<void>;
}

/** An error with the name, message and status of AWS. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, status = 400, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Maximum JSON request body of the local services, in bytes. AWS's own limits do not exceed it. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

const bodies = new WeakMap<IncomingMessage, Buffer>();
const tooLarge = (): AwsError => new AwsError('RequestEntityTooLargeException', 'Request is too large', 413);

/** Reads a whole request body; it can be read again. @throws AwsError when it exceeds the limit */
export const readBody = async (request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer> => {
  const known = bodies.get(request);
  if (known) {
    if (known.length > limit) throw tooLarge();
    return known;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  bodies.set(request, body);
  return body;
};

/** Sends a JSON response with the request ID header that SDKs read. */
export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  contentType = 'application/x-amz-json-1.1',
  headers: Readonly<Record<string, string>> = {},
): void => {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
    ...headers,
  });
  response.end(text);
};

/** Sends an error in AWS's JSON protocols: name in `__type` and header, text in `message`. */
export const sendJsonError = (
  response: ServerResponse,
  error: unknown,
  contentType = 'application/x-amz-json-1.1',
): void => {
  const known = error instanceof AwsError ? error : new AwsError('InternalFailure', 'The local cloud failed', 500);
  if (!(error instanceof AwsError)) console.error(error);
  sendJson(
    response,
    known.status,
    { __type: known.code, message: known.message, Message: known.message, ...known.details },
    contentType,
    { 'x-amzn-errortype': known.code },
  );
};

/** Status and document of an error in AWS's XML protocols. An error other than AwsError is logged and hidden. */
export const xmlFailure = (
  error: unknown,
  namespace: string | undefined,
  requestId: string,
): { readonly status: number; readonly document: unknown } => {
  const known = error instanceof AwsError ? error : new AwsError('InternalFailure', 'The local cloud failed', 500);
  if (!(error instanceof AwsError)) console.error(error);
  const { status, code, message } = known;
  return {
    status,
    document: {
      ErrorResponse: {
        ...(namespace === undefined ? {} : { '@xmlns': namespace }),
        Error: { Type: status < 500 ? 'Sender' : 'Receiver', Code: code, Message: message },
        RequestId: requestId,
      },
    },
  };
};
