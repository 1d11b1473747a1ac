import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a page asks an authenticator for, as far as it is read here. */
interface Request {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
}

/** Deviations of a dishonest or broken authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly relyingPartyId?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** Encodes the few kinds of values that an attestation consists of (RFC 8949). */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
};

/**
 * An authenticator in software: one ES256 passkey, written from the W3C's Web Authentication and independent of the
 * library that the engine verifies with.
 */
export const createAuthenticator = (origin = 'http://localhost:4000') => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const dataOf = (request: Request, deviation: Deviation, attested: Buffer) => {
    const relyingPartyId = deviation.relyingPartyId ?? request.rp?.id ?? request.rpId ?? '';
    counter = deviation.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 0x01 | (deviation.userVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(relyingPartyId), Buffer.from([flags]), count, attested]);
  };

  const clientData = (type: string, request: Request, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? request.challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const common = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform' as const,
  };

  return {
    id: common.id,

    /** The answer to the options of a registration. */
    register(request: Request, deviation: Deviation = {}) {
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(request, deviation, attested)],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', request, deviation)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },

    /** The answer to the options of a sign-in. */
    authenticate(request: Request, deviation: Deviation = {}) {
      const data = dataOf(request, deviation, Buffer.alloc(0));
      const client = clientData('webauthn.get', request, deviation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
};
