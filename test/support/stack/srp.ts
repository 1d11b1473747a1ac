import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';

const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const pow = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let b = ((base % N) + N) % N, e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % N;
    b = (b * b) % N;
  }
  return result;
};
const bytesOf = (value: bigint) => {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(parseInt(even.slice(0, 2), 16) > 127 ? `00${even}` : even, 'hex');
};
const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const number = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);

/**
 * The client side of SRP, implemented from Amazon's published algorithm independently of the engine. `answer` takes
 * the challenge's parameters.
 */
export const startSrp = (poolId: string) => {
  // 256 bits, the minimum of RFC 5054: longer ones take longer to compute with.
  const a = number(randomBytes(32));
  const A = pow(2n, a);
  return {
    publicHex: A.toString(16),
    response(parameters: Record<string, string>, password: string, timestamp = 'Thu Jan 1 00:00:00 UTC 2026') {
      const userId = parameters['USER_ID_FOR_SRP'] ?? '';
      const poolName = poolId.split('_')[1] ?? '';
      const B = BigInt(`0x${parameters['SRP_B'] ?? '0'}`);
      const u = number(sha(bytesOf(A), bytesOf(B)));
      const x = number(
        sha(bytesOf(BigInt(`0x${parameters['SALT'] ?? '0'}`)), sha(Buffer.from(`${poolName}${userId}:${password}`))),
      );
      const k = number(sha(bytesOf(N), bytesOf(2n)));
      const S = pow(B - k * pow(2n, x), a + u * x);
      const key = Buffer.from(hkdfSync('sha256', bytesOf(S), bytesOf(u), 'Caldera Derived Key', 16));
      const block = parameters['SECRET_BLOCK'] ?? '';
      const signature = createHmac('sha256', key)
        .update(Buffer.concat([Buffer.from(poolName + userId), Buffer.from(block, 'base64'), Buffer.from(timestamp)]))
        .digest('base64');
      return {
        USERNAME: userId,
        TIMESTAMP: timestamp,
        PASSWORD_CLAIM_SECRET_BLOCK: block,
        PASSWORD_CLAIM_SIGNATURE: signature,
      };
    },
  };
};
