import { AppError } from '../app-error.ts';

const MIB = 2 ** 20;
/** Minimum part size in bytes. Above S3's own minimum of 5 MiB, to need fewer requests per file. */
export const MIN_PART_BYTES = 16 * MIB;
/** Number of parts of a large file. 50 GB makes parts of 64 MiB, far fewer than S3's limit of 10,000. */
const TARGET_PARTS = 800;

/** How a file is split: `partCount` parts of `partSize` bytes, except for a smaller last part. */
export interface PartPlan {
  readonly partSize: number;
  readonly partCount: number;
}

/** Splits a file of `fileSize` bytes (at least 1) into parts of whole MiB. */
export const planParts = (fileSize: number): PartPlan => {
  const partSize = Math.max(MIN_PART_BYTES, Math.ceil(fileSize / TARGET_PARTS / MIB) * MIB);
  return { partSize, partCount: Math.ceil(fileSize / partSize) };
};

/** Size of one part in bytes. Throws AppError `validation_failed` for a part number outside the plan. */
export const partBytes = (fileSize: number, partNumber: number): number => {
  const { partSize, partCount } = planParts(fileSize);
  if (partNumber < 1 || partNumber > partCount) {
    const message = `This upload has ${partCount} parts.`;
    throw new AppError('validation_failed', message, [{ path: 'parts', message }]);
  }
  return partNumber === partCount ? fileSize - partSize * (partCount - 1) : partSize;
};

/** A part as stored in S3. */
export interface StoredPart {
  readonly partNumber: number;
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
  /** Base64 of the SHA-256 of its bytes. */
  readonly sha256: string;
}

/** The completely stored parts of a file that match its plan, in order. All others must be sent again. */
export const completeParts = (fileSize: number, stored: readonly StoredPart[]): readonly StoredPart[] => {
  const { partCount } = planParts(fileSize);
  return stored
    .filter(
      ({ partNumber, size, sha256 }) =>
        partNumber >= 1 && partNumber <= partCount && size === partBytes(fileSize, partNumber) && sha256 !== '',
    )
    .sort((a, b) => a.partNumber - b.partNumber);
};
