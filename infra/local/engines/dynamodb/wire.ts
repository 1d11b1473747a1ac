import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { AwsError } from '../../aws/service.ts';

/** A response of DynamoDB Local. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A kept-alive connection to DynamoDB Local on loopback. */
export interface Wire {
  /** Sends a request body unchanged; `target` is the `X-Amz-Target` header. Throws without a response. */
  send(target: string, body: Buffer | string): Promise<WireAnswer>;
  /** Sends an operation and parses its response; an error response is thrown as AwsError. */
  call<T>(target: string, input: unknown): Promise<T>;
  close(): void;
}

/**
 * DynamoDB Local checks the format of the credentials but not the signature. The secret path protects it, and the proxy
 * has authorized the call before.
 */
const authorizationOf = (accessKey: string): string =>
  `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

/**
 * Opens the connection pool to DynamoDB Local. `accessKey` (letters and digits) names the tables to use where it keeps
 * those of each key apart; otherwise it is ignored.
 */
export const createWire = (endpoint: string, accessKey = 'soundstage'): Wire => {
  const authorization = authorizationOf(accessKey);
  const { hostname, port, pathname } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'lifo' });

  const send = (target: string, body: Buffer | string): Promise<WireAnswer> =>
    new Promise((done, failed) => {
      const outgoing = httpRequest(
        {
          agent,
          hostname,
          port,
          method: 'POST',
          path: `${pathname}/`,
          headers: {
            'x-amz-target': target,
            'content-type': 'application/x-amz-json-1.0',
            'content-length': Buffer.byteLength(body),
            authorization,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', failed);
          answer.on('end', () => {
            const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
            done({ status: answer.statusCode ?? 500, headers: answer.headers, body: whole });
          });
        },
      );
      outgoing.on('error', failed);
      outgoing.end(body);
    });

  return {
    send,
    async call<T>(target: string, input: unknown): Promise<T> {
      const answer = await send(target, JSON.stringify(input));
      const parsed = JSON.parse(answer.body.toString('utf8')) as {
        __type?: string;
        message?: string;
        Message?: string;
      };
      if (answer.status === 200) return parsed as T;
      const code = (parsed.__type ?? 'InternalFailure').replace(/^.*#/, '');
      throw new AwsError(code, parsed.message ?? parsed.Message ?? code, answer.status);
    },
    close: () => agent.destroy(),
  };
};
