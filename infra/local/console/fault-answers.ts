import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { AwsError, sendJsonError } from '../aws/service.ts';

/** An error of a dependency: name, status and text. */
type ErrorFields = readonly [code: string, status: number, message: string];

interface Dependency {
  /** Name in the credential scope of its calls. */
  readonly signingName: string;
  readonly throttled: ErrorFields;
  readonly failing: ErrorFields;
  /** Its protocol returns errors as XML. */
  readonly xml?: true;
}

/**
 * Names, statuses and texts from each service's API reference: "Common errors" or the errors of the operations we call.
 */
const DEPENDENCIES = {
  dynamodb: {
    signingName: 'dynamodb',
    throttled: ['ThrottlingException', 400, 'Throughput exceeds the current capacity of your table or index.'],
    failing: [
      'InternalServerError',
      500,
      'The request processing has failed because of an unknown error, exception or failure.',
    ],
  },
  s3: {
    signingName: 's3',
    throttled: ['SlowDown', 503, 'Please reduce your request rate.'],
    failing: ['InternalError', 500, 'We encountered an internal error. Please try again.'],
    xml: true,
  },
  sqs: {
    signingName: 'sqs',
    throttled: ['RequestThrottled', 400, 'The request was denied due to request throttling.'],
    failing: ['ServiceUnavailable', 503, 'The request has failed due to a temporary failure of the server.'],
  },
  events: {
    signingName: 'events',
    throttled: ['ThrottlingException', 400, 'Rate exceeded'],
    failing: ['InternalException', 500, 'This exception occurs due to unexpected causes.'],
  },
  mediaconvert: {
    signingName: 'mediaconvert',
    throttled: ['TooManyRequestsException', 429, 'Too many requests have been sent in too short of a time.'],
    failing: [
      'InternalServerErrorException',
      500,
      'The service encountered an unexpected condition and cannot fulfill your request.',
    ],
  },
  'cognito-idp': {
    signingName: 'cognito-idp',
    throttled: ['TooManyRequestsException', 400, 'Rate exceeded'],
    failing: ['InternalErrorException', 500, 'Amazon Cognito encountered an internal error.'],
  },
  ssm: {
    signingName: 'ssm',
    throttled: ['ThrottlingException', 400, 'Rate exceeded'],
    failing: ['InternalServerError', 500, 'An error occurred on the server side.'],
  },
  email: {
    signingName: 'ses',
    throttled: ['TooManyRequestsException', 429, 'Too many requests have been made to the operation.'],
    failing: ['InternalServiceErrorException', 500, 'The service failed.'],
  },
  cloudfront: {
    signingName: 'cloudfront',
    throttled: ['Throttling', 400, 'Rate exceeded'],
    failing: ['ServiceUnavailable', 503, 'CloudFront is temporarily unavailable.'],
    xml: true,
  },
  'execute-api': {
    signingName: 'execute-api',
    throttled: [
      'LimitExceededException',
      429,
      'The client is sending more than the allowed number of requests per unit of time.',
    ],
    failing: ['InternalServerErrorException', 500, 'Internal server error'],
  },
} as const satisfies Readonly<Record<string, Dependency>>;

/** A service that functions and pages depend on. */
export type DependencyName = keyof typeof DEPENDENCIES;

/** Every dependency that can have a fault. */
export const dependencyNames = Object.keys(DEPENDENCIES) as readonly DependencyName[];

/** The dependency of a signing name; undefined for a service that cannot have a fault. */
export const dependencyOf = (signingName: string): DependencyName | undefined =>
  dependencyNames.find((name) => DEPENDENCIES[name].signingName === signingName);

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const xmlOf = (name: DependencyName, [code, status, message]: ErrorFields): string => {
  const inner = `<Code>${code}</Code><Message>${escape(message)}</Message>`;
  return name === 's3'
    ? `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner}<RequestId>${randomUUID()}</RequestId></Error>`
    : `<ErrorResponse><Error><Type>${status < 500 ? 'Sender' : 'Receiver'}</Type>${inner}</Error>` +
        `<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
};

/** Responds to a call as the dependency does when it is throttled or failing. The call's body is discarded. */
export const answerFault = (
  name: DependencyName,
  kind: 'throttled' | 'failing',
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const dependency: Dependency = DEPENDENCIES[name];
  const error = dependency[kind];
  request.resume();
  // Uploads come from a page of another origin, which may read errors because S3 allows it.
  if (name === 's3' && request.headers.origin !== undefined) response.setHeader('access-control-allow-origin', '*');
  if (!dependency.xml) return sendJsonError(response, new AwsError(error[0], error[2], error[1]));
  const body = request.method === 'HEAD' ? '' : xmlOf(name, error);
  response.writeHead(error[1], {
    'content-type': 'application/xml',
    'x-amz-request-id': randomUUID(),
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};
