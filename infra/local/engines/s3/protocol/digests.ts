import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { s3Error } from './errors.ts';
import type { ChecksumAlgorithm } from '../types.ts';

/** A digest that is computed chunk by chunk. */
export interface RunningDigest {
  update(chunk: Buffer): void;
  digest(): Buffer;
}

/** Reflected Castagnoli polynomial, RFC 3720 appendix B.4. */
const CRC32C_POLYNOMIAL = 0x82f63b78;

const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ CRC32C_POLYNOMIAL : value >>> 1;
  return value >>> 0;
});

const crc32c = (data: Buffer, start: number): number => {
  let value = ~start;
  for (const byte of data) value = (CRC32C_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
};

const runningCrc = (step: (data: Buffer, start: number) => number): RunningDigest => {
  let value = 0;
  return {
    update(chunk) {
      value = step(chunk, value);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value >>> 0);
      return bytes;
    },
  };
};

const DIGESTS: Readonly<Record<ChecksumAlgorithm, () => RunningDigest>> = {
  CRC32: () => runningCrc(crc32),
  CRC32C: () => runningCrc(crc32c),
  SHA1: () => createHash('sha1'),
  SHA256: () => createHash('sha256'),
};

/** Starts computing one of S3's checksums. */
export const startChecksum = (algorithm: ChecksumAlgorithm): RunningDigest => DIGESTS[algorithm]();

/** Reads an algorithm's name in any case. @throws AwsError NotImplemented for CRC64NVME, InvalidRequest for others */
export const checksumAlgorithm = (name: string): ChecksumAlgorithm => {
  const upper = name.toUpperCase();
  if (Object.hasOwn(DIGESTS, upper)) return upper as ChecksumAlgorithm;
  if (/^(CRC64NVME|SHA512|MD5|XXHASH.*)$/.test(upper))
    throw s3Error('NotImplemented', `The local S3 does not support ${upper} checksums`);
  throw s3Error('InvalidRequest', 'Checksum algorithm provided is unsupported.');
};

/** The header of a checksum, such as `x-amz-checksum-crc32`. */
export const checksumHeader = (algorithm: ChecksumAlgorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`;

/** The element of a checksum in XML responses, such as `ChecksumCRC32`. */
export const checksumElement = (algorithm: ChecksumAlgorithm): string => `Checksum${algorithm}`;
