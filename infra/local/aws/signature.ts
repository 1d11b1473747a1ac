import { createHash, createHmac, timingSafeEqual, type Hash, type Hmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Principal } from './service.ts';

/** The only algorithm that the local cloud accepts: AWS Signature Version 4. */
export const ALGORITHM = 'AWS4-HMAC-SHA256';
/** Seven days, the longest life of a presigned URL, in seconds. */
export const MAX_EXPIRES_SECONDS = 604_800;

/** The signature of a request, as received. */
export interface Signed {
  readonly accessKeyId: string;
  /** Date of the credential scope: `20260101`. */
  readonly scopeDate: string;
  readonly region: string;
  /** The signing name of the service. */
  readonly service: string;
  /** Lowercase names. */
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly date: Date;
  /** Seconds; only presigned URLs have it. */
  readonly expires?: number;
}

type SourceData = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (data: SourceData): string | Uint8Array => {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
};

/** SHA-256 and its HMAC with the interface that the signer requires. */
class Sha256 {
  private readonly secret: SourceData | undefined;
  private running: Hash | Hmac;

  constructor(secret?: SourceData) {
    this.secret = secret;
    this.running = this.start();
  }

  private start(): Hash | Hmac {
    return this.secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(this.secret));
  }

  update(data: SourceData): void {
    this.running.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.running.digest());
  }

  reset(): void {
    this.running = this.start();
  }
}

/** The SHA-256 of a body in hexadecimal. */
export const sha256Hex = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** Parses a time like `20260101T120000Z`. */
export const parseAmzDate = (text: string): Date | undefined => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const date = new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'));
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** Writes a time as `parseAmzDate` reads it. */
export const formatAmzDate = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Parses a credential scope: `<key>/20260101/us-east-1/sqs/aws4_request`. */
export const parseScope = (
  credential: string,
): Pick<Signed, 'accessKeyId' | 'scopeDate' | 'region' | 'service'> | undefined => {
  const [accessKeyId, scopeDate, region, service, terminator, ...rest] = credential.split('/');
  if (!accessKeyId || !scopeDate || !region || !service || terminator !== 'aws4_request' || rest.length > 0)
    return undefined;
  return { accessKeyId, scopeDate, region, service };
};

/** The fields of an `Authorization` header; empty for another scheme. */
export const authorizationFields = (authorization: string): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  if (!authorization.startsWith(`${ALGORITHM} `)) return fields;
  for (const field of authorization.slice(ALGORITHM.length + 1).split(',')) {
    const at = field.indexOf('=');
    if (at > 0) fields.set(field.slice(0, at).trim(), field.slice(at + 1).trim());
  }
  return fields;
};

/** A received request, as its signature covers it. */
export interface SignatureTarget {
  readonly message: IncomingMessage;
  /** As received for most services, decoded and encoded again for S3. */
  readonly path: string;
  /** Decoded. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** The body; undefined to use the hash that the signed headers name, e.g. for a stream. */
  readonly body: Buffer | undefined;
}

/** The signature that the principal's secret gives for the received request. */
const expectedSignature = async (target: SignatureTarget, signed: Signed, principal: Principal): Promise<string> => {
  const { message, path, body } = target;
  const names = new Set(signed.signedHeaders);
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = message.headers[name];
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  const query = { ...target.query };
  delete query['X-Amz-Signature'];
  const signer = new SignatureV4({
    service: signed.service,
    region: signed.region,
    credentials: principal,
    sha256: Sha256,
    // S3 is the only service whose paths are encoded once.
    uriEscapePath: signed.service !== 's3',
    applyChecksum: false,
  });
  const request = {
    method: message.method ?? 'GET',
    protocol: 'http:',
    hostname: headers['host'] ?? '',
    path,
    query,
    headers,
    // The signer does not hash a stream: it takes the hash from the header, or UNSIGNED-PAYLOAD without one.
    body: body ?? message,
  };
  if (signed.expires === undefined) {
    const result = await signer.sign(request, { signingDate: signed.date, signableHeaders: names });
    return /Signature=([0-9a-f]+)$/.exec(String(result.headers['authorization']))?.[1] ?? '';
  }
  const result = await signer.presign(request, {
    signingDate: signed.date,
    expiresIn: signed.expires,
    signableHeaders: names,
    unhoistableHeaders: names,
  });
  return String(result.query?.['X-Amz-Signature'] ?? '');
};

const isEqual = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The headers that a signature must cover but does not. */
export const unsignedHeaders = ({ headers }: IncomingMessage, { signedHeaders }: Signed): readonly string[] => {
  const names = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name));
  return signedHeaders.includes('host') ? names : [...names, 'host'];
};

/** Whether the principal's secret made the signature of a request. */
export const matchesSignature = async (
  target: SignatureTarget,
  signed: Signed,
  principal: Principal,
): Promise<boolean> =>
  signed.scopeDate === formatAmzDate(signed.date.getTime()).slice(0, 8) &&
  isEqual(await expectedSignature(target, signed, principal), signed.signature);
