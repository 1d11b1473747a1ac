import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { SignatureV4 } from '@smithy/signature-v4';

/** Invokes a function with an event and waits until it ends. Returns the failure, or undefined. */
export type Reinvoke = (functionArn: string, event: string) => Promise<string | undefined>;

/** Longest duration of any function, with a margin, in milliseconds. */
const LIMIT_MS = 150_000;

/** SHA-256 with the signer's interface. */
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

  /** Never called: each signature creates a new hash. */
  reset(): void {
    throw new Error('A finished hash cannot be reset');
  }
}

const toBytes = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

/**
 * Calls Lambda's Invoke with a hand-made signature: it is the only Lambda API call of this project, and the SDK's
 * Lambda client is its largest. Takes credentials and region from another client, and the endpoint from
 * `AWS_ENDPOINT_URL` when set.
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
    if (!response.ok) return `Lambda returned ${response.status}: ${text.slice(0, 300)}`;
    return response.headers.has('x-amz-function-error')
      ? `the function failed again: ${text.slice(0, 300)}`
      : undefined;
  };
