/** 50 GB, the largest file that is accepted, in bytes (specification, section 9). */
export const MAX_FILE_BYTES = 53_687_091_200;
/** Up to here one signed PUT is answered; above, an upload goes in parts. Bytes. */
export const MAX_SINGLE_PUT_BYTES = 100 * 1024 * 1024;
/** S3's own bound on parts of one upload. */
export const MAX_PARTS = 10_000;
/**
 * Header of a part's PUT: base64 of the SHA-256 of its bytes. It is part of the signature, and S3 refuses other bytes.
 */
export const PART_CHECKSUM_HEADER = 'x-amz-checksum-sha256';
/** Unfinished uploads that one `list` call answers at most. */
export const MAX_LISTED_UPLOADS = 100;
/** Part URLs that one `sign` call answers at most. */
export const MAX_SIGNED_PARTS = 50;

const GIB = 2 ** 30;

/** The specification's text for a file over 50 GB (section 5). */
export const fileTooLargeText = (bytes: number): string =>
  `File size exceeds 50GB limit. Current size: ${(bytes / GIB).toFixed(2)} GB. Please compress the file or use a smaller file.`;

/** The text for a file without a byte. */
export const EMPTY_FILE_TEXT = 'The file is empty.';

/** The content type that is signed, sent and stored: the browser's when it is a plain one, else the neutral type. */
export const storedContentType = (fileType: string): string =>
  /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i.test(fileType) ? fileType.toLowerCase() : 'application/octet-stream';
