import { MAX_FILE_BYTES, MAX_SINGLE_PUT_BYTES } from '../../contract/uploads.ts';
import { AppError } from '../app-error.ts';
import { AUDIO_EXTENSIONS, VIDEO_EXTENSIONS, isAcceptedExtension, unconvertibleReason } from '../media/formats.ts';

/** What the browser says of a file before any byte of it moves. */
export interface AnnouncedFile {
  readonly fileName: string;
  readonly fileType: string;
  /** Bytes. */
  readonly fileSize: number;
}

const GIB = 2 ** 30;

/** The specification's text for an extension that is on neither list (section 5). */
export const UNSUPPORTED_FORMAT_TEXT = `Unsupported file format. Supported formats: ${[...new Set([...VIDEO_EXTENSIONS, ...AUDIO_EXTENSIONS])].join(', ')}`;

/** The specification's text for a file over 50 GB (section 5). */
export const fileTooLargeText = (bytes: number): string =>
  `File size exceeds 50GB limit. Current size: ${(bytes / GIB).toFixed(2)} GB. Please compress the file or use a smaller file.`;

const invalidSize = (message: string): AppError => new AppError('validation_failed', message, [{ path: 'fileSize', message }]);

/**
 * Refuses a file by name and size, the specification's first, cheap check. Throws AppError `unsupported_format`,
 * `validation_failed` (empty) or `file_too_large`. What is on the specification's list but no converter reads is refused here by name, before
 * its bytes travel (decisions.md 18).
 */
export const checkAnnouncedFile = ({ fileName, fileSize }: AnnouncedFile): void => {
  if (!isAcceptedExtension(fileName)) throw new AppError('unsupported_format', UNSUPPORTED_FORMAT_TEXT);
  const unconvertible = unconvertibleReason(fileName);
  if (unconvertible) throw new AppError('unsupported_format', unconvertible);
  if (fileSize === 0) throw invalidSize('The file is empty.');
  if (fileSize > MAX_FILE_BYTES) throw new AppError('file_too_large', fileTooLargeText(fileSize));
};

/** Refuses one signed PUT for a file that has to go in parts. */
export const checkSinglePut = ({ fileSize }: AnnouncedFile): void => {
  if (fileSize > MAX_SINGLE_PUT_BYTES) {
    throw invalidSize(`Files over ${MAX_SINGLE_PUT_BYTES / 2 ** 20} MB go in parts: start the upload with action "create".`);
  }
};

/** The content type that is signed and stored: the browser's when it is one, else the neutral type. */
export const storedContentType = (fileType: string): string =>
  /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i.test(fileType) ? fileType.toLowerCase() : 'application/octet-stream';
