import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';

/** Account and region of every ARN that the local cloud makes. */
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_REGION = 'us-east-1';

/** Who signed a request: a function of the template, or the operator's own key. */
export interface Principal {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Logical name for messages, e.g. the function's name, or `operator`. */
  readonly name: string;
  /** The role whose policies judge its calls. Left out: the operator's own key, which may do everything. */
  readonly roleArn?: string;
}

/** Access keys that the local cloud has given out. An unknown key is refused, as AWS would. */
export interface CredentialStore {
  find(accessKeyId: string): Principal | undefined;
}

/** One AWS service as the local cloud serves it. Requests arrive with their credential scope already resolved. */
export interface LocalService {
  /** The signing name in the credential scope (`s3`, `sqs`, `cognito-idp`, …); requests are dispatched by it. */
  readonly signingName: string;
  handle(request: IncomingMessage, response: ServerResponse, caller: Principal | undefined): Promise<void>;
}

/** An error with the name, text and status that AWS answers with. */
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

/** Largest JSON request body that the local services read. AWS's own limits are at or below it. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Reads a whole request body; refuses one that is over the limit. */
export const readBody = async (request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new AwsError('RequestEntityTooLargeException', 'Request is too large', 413);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};

/** Answers JSON with the request id header that SDKs read. */
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

/** Answers an error in AWS's JSON protocols: name in `__type` and header, text in `message`. */
export const sendJsonError = (response: ServerResponse, error: unknown): void => {
  const known = error instanceof AwsError ? error : new AwsError('InternalFailure', 'The local cloud failed', 500);
  if (!(error instanceof AwsError)) console.error(error);
  sendJson(
    response,
    known.status,
    { __type: known.code, message: known.message, Message: known.message, ...known.details },
    'application/x-amz-json-1.1',
    { 'x-amzn-errortype': known.code },
  );
};

/** An operation of a service that speaks AWS JSON 1.0/1.1. */
export type JsonOperation = (input: never, caller: Principal | undefined) => unknown;

/** A service of the AWS JSON protocols: operation name taken from `X-Amz-Target`. An unknown one is refused by name. */
export const jsonService = (
  signingName: string,
  operations: Readonly<Record<string, JsonOperation>>,
): LocalService => ({
  signingName,
  async handle(request, response, caller) {
    try {
      const target = String(request.headers['x-amz-target'] ?? '');
      const name = target.slice(target.lastIndexOf('.') + 1);
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation)
        throw new AwsError('UnknownOperationException', `The local cloud does not serve ${target || 'this call'}`);
      const text = (await readBody(request)).toString('utf8');
      const input: unknown = text === '' ? {} : JSON.parse(text);
      const output = await operation(input as never, caller);
      sendJson(response, 200, output ?? {}, String(request.headers['content-type'] ?? 'application/x-amz-json-1.1'));
    } catch (error) {
      sendJsonError(
        response,
        error instanceof SyntaxError ? new AwsError('SerializationException', 'Malformed JSON') : error,
      );
    }
  },
});

/** The answer of AWS's XML protocols to a failure: status and document. What is no AwsError is logged and hidden. */
export const xmlFailure = (
  error: unknown,
  namespace: string,
  requestId: string,
): { readonly status: number; readonly document: unknown } => {
  const known = error instanceof AwsError ? error : new AwsError('InternalFailure', 'The local cloud failed', 500);
  if (!(error instanceof AwsError)) console.error(error);
  const { status, code, message } = known;
  return {
    status,
    document: {
      ErrorResponse: {
        '@xmlns': namespace,
        Error: { Type: status < 500 ? 'Sender' : 'Receiver', Code: code, Message: message },
        RequestId: requestId,
      },
    },
  };
};
