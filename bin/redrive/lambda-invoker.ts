import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { SignatureV4 } from '@smithy/signature-v4';

/** Runs a function with an event and waits for its end; answers what went wrong, or nothing. */
export type Reinvoke = (functionArn: string, event: string) => Promise<string | undefined>;

/** Longest run of a function of ours, with room, in milliseconds. */
const LIMIT_MS = 150_000;

/** SHA-256 in the shape that the signer asks for. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', typeof secret === 'string' ? secret : toBytes(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : toBytes(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  /** A signature makes a new one each time. */
  reset(): void {
    throw new Error('A finished hash is not begun again');
  }
}

const toBytes = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

/**
 * Lambda's Invoke, signed by hand: it is the only call of Lambda's API that the house makes, and its client would be
 * the largest of all. Takes credentials and region from another client, and the endpoint from `AWS_ENDPOINT_URL` when
 * that is set.
 */
export const createLambdaInvoker =
  ({ config }: Pick<SQSClient, 'config'>, request: typeof fetch = fetch): Reinvoke =>
  async (functionArn, event) => {
    const region = await config.region();
    const url = new URL(process.env['AWS_ENDPOINT_URL'] ?? `https://lambda.${region}.amazonaws.com`);
    const signer = new SignatureV4({ service: 'lambda', region, credentials: config.credentials, sha256: Sha256 });
    const signed = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      path: `/2015-03-31/functions/${encodeURIComponent(functionArn)}/invocations`,
      query: {},
      headers: { host: url.host, 'content-type': 'application/json' },
      body: event,
    });
    const response = await request(new URL(signed.path, url), {
      method: 'POST',
      headers: signed.headers,
      body: event,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const text = await response.text();
    if (!response.ok) return `Lambda answered ${response.status}: ${text.slice(0, 300)}`;
    return response.headers.has('x-amz-function-error')
      ? `the function failed again: ${text.slice(0, 300)}`
      : undefined;
  };
