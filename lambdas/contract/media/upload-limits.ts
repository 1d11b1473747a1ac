/** Maximum file size in bytes: 50 GB (specification, section 9). */
export const MAX_FILE_BYTES = 53_687_091_200;
/** Maximum size of an upload by a single signed PUT, in bytes. Larger files are uploaded in parts. */
export const MAX_SINGLE_PUT_BYTES = 100 * 1024 * 1024;
/** S3's limit of parts in one upload. */
export const MAX_PARTS = 10_000;
/**
 * Header of a part's PUT: the base64-encoded SHA-256 of its bytes. The signature covers it, so S3 rejects other bytes.
 */
export const PART_CHECKSUM_HEADER = 'x-amz-checksum-sha256';
/**
 * Headers of a single PUT, in addition to the content type. The signature covers them, so S3 accepts one file and
 * returns 412 once the key has an object.
 */
export const SINGLE_PUT_HEADERS = { 'if-none-match': '*' } as const;
/** Maximum number of unfinished uploads that one `list` call returns. */
export const MAX_LISTED_UPLOADS = 100;
/** Maximum number of part URLs that one `sign` call returns. */
export const MAX_SIGNED_PARTS = 50;

const GIB = 2 ** 30;

/** The specification's text for a file over 50 GB (section 5). */
export const fileTooLargeText = (bytes: number): string =>
  `File size exceeds 50GB limit. Current size: ${(bytes / GIB).toFixed(2)} GB. ` +
  'Please compress the file or use a smaller file.';

/** The text for an empty file. */
export const EMPTY_FILE_TEXT = 'The file is empty.';

/** The content type to sign, send and store: the browser's if it is well-formed, otherwise the generic binary type. */
export const storedContentType = (fileType: string): string =>
  /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i.test(fileType) ? fileType.toLowerCase() : 'application/octet-stream';
