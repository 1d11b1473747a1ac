import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

/** A request to sign. */
export interface UnsignedRequest {
  readonly url: string;
  /** The signed `Host` header; null to sign none. @default that of the URL */
  readonly host?: string | null;
  readonly service: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Environment variables of the AWS SDK. */
  readonly env: Readonly<Record<string, string>>;
  /** @default now */
  readonly date?: Date;
}

/** SHA-256 with the interface that the signer requires. */
class Sha256 {
  private readonly hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string);
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }

  reset(): void {
    throw new Error('The signer does not reset hashes');
  }
}

const prepare = ({
  url,
  host = new URL(url).host,
  service,
  method = 'POST',
  headers = {},
  body = '',
  env,
}: UnsignedRequest) => {
  const { protocol, hostname, pathname, searchParams } = new URL(url);
  return {
    signer: new SignatureV4({
      service,
      region: env['AWS_REGION'] ?? 'us-east-1',
      credentials: {
        accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
        secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
      },
      sha256: Sha256,
    }),
    request: {
      method,
      protocol,
      hostname,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: host === null ? headers : { ...headers, host },
      body,
    },
  };
};

/** The headers of a request with those of its signature, for calls that are not made by an SDK client. */
export const signedHeaders = async (input: UnsignedRequest): Promise<Record<string, string>> => {
  const { signer, request } = prepare(input);
  return (await signer.sign(request, { signingDate: input.date ?? new Date() })).headers;
};

/** A presigned URL of a GET. */
export const presignedUrl = async (input: UnsignedRequest, expiresIn: number): Promise<string> => {
  const { signer, request } = prepare({ ...input, method: 'GET' });
  const { query = {}, path } = await signer.presign(request, { signingDate: input.date ?? new Date(), expiresIn });
  return `${new URL(input.url).origin}${path}?${new URLSearchParams(query as Record<string, string>)}`;
};
