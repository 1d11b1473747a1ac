import { AppError } from '../app-error.ts';

const MIB = 2 ** 20;
/** Smallest part: fewer requests per file, and over S3's own 5 MiB. Bytes. */
export const MIN_PART_BYTES = 16 * MIB;
/** Parts that a large file is cut into; 50 GB makes 64 MiB each, far under S3's 10,000. */
const TARGET_PARTS = 800;

/** How a file is cut: `partCount` parts of `partSize` bytes, the last one what is left. */
export interface PartPlan {
  readonly partSize: number;
  readonly partCount: number;
}

/** Cuts a file of `fileSize` bytes (at least 1) into parts of whole MiB. */
export const planParts = (fileSize: number): PartPlan => {
  const partSize = Math.max(MIN_PART_BYTES, Math.ceil(fileSize / TARGET_PARTS / MIB) * MIB);
  return { partSize, partCount: Math.ceil(fileSize / partSize) };
};

/** Bytes of one part. Throws AppError `validation_failed` for a number outside the plan. */
export const partBytes = (fileSize: number, partNumber: number): number => {
  const { partSize, partCount } = planParts(fileSize);
  if (partNumber < 1 || partNumber > partCount) {
    const message = `This upload has ${partCount} parts.`;
    throw new AppError('validation_failed', message, [{ path: 'parts', message }]);
  }
  return partNumber === partCount ? fileSize - partSize * (partCount - 1) : partSize;
};

/** A part as S3 took it. */
export interface StoredPart {
  readonly partNumber: number;
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
  /** Base64 of the SHA-256 of its bytes. */
  readonly sha256: string;
}

/** The parts of a file that are stored whole and stand in its plan; others are sent again. In S3's order. */
export const goodParts = (fileSize: number, stored: readonly StoredPart[]): readonly StoredPart[] => {
  const { partCount } = planParts(fileSize);
  return stored
    .filter(
      ({ partNumber, size, sha256 }) =>
        partNumber >= 1 && partNumber <= partCount && size === partBytes(fileSize, partNumber) && sha256 !== '',
    )
    .sort((a, b) => a.partNumber - b.partNumber);
};
