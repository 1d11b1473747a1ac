import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { AwsError, sendJsonError } from '../aws/service.ts';

/** An error of a service: name, status and text. */
type ErrorFields = readonly [code: string, status: number, message: string];

/**
 * A service that can have a fault, with its errors as its API reference names them: "Common errors", or the errors of
 * the operations we call.
 */
export interface FaultTarget {
  /** Name in the console's API, e.g. `email`. */
  readonly name: string;
  /** Name on the console's page, e.g. `Mail (SES)`. */
  readonly label: string;
  /** Name in the credential scope of its calls. */
  readonly signingName: string;
  readonly throttled: ErrorFields;
  readonly failing: ErrorFields;
  /** The form of its errors. @default json */
  readonly protocol?: 'json' | 'xml' | 's3' | 'stripe';
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const xmlOf = ({ protocol }: FaultTarget, [code, status, message]: ErrorFields): string => {
  const inner = `<Code>${code}</Code><Message>${escape(message)}</Message>`;
  return protocol === 's3'
    ? `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner}<RequestId>${randomUUID()}</RequestId></Error>`
    : `<ErrorResponse><Error><Type>${status < 500 ? 'Sender' : 'Receiver'}</Type>${inner}</Error>` +
        `<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
};

/** An error of Stripe's API. Its SDK chooses the class of the error by status and type. */
const sendStripeError = (response: ServerResponse, [type, status, message]: ErrorFields): void => {
  const error = type === 'rate_limit' ? { type: 'invalid_request_error', code: type, message } : { type, message };
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` });
  response.end(JSON.stringify({ error }));
};

/** Responds to a call as the service does when it is throttled or failing. The call's body is discarded. */
export const answerFault = (
  target: FaultTarget,
  kind: 'throttled' | 'failing',
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const { protocol = 'json' } = target;
  const error = target[kind];
  request.resume();
  // Uploads come from a page of another origin, which may read errors because S3 allows it.
  if (protocol === 's3' && request.headers.origin !== undefined) response.setHeader('access-control-allow-origin', '*');
  if (protocol === 'stripe') return sendStripeError(response, error);
  if (protocol === 'json') return sendJsonError(response, new AwsError(error[0], error[2], error[1]));
  const body = request.method === 'HEAD' ? '' : xmlOf(target, error);
  response.writeHead(error[1], {
    'content-type': 'application/xml',
    'x-amz-request-id': randomUUID(),
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};
