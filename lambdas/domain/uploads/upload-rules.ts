import {
  UNSUPPORTED_FORMAT_TEXT,
  isAcceptedExtension,
  unconvertibleReason,
} from '../../contract/media/media-formats.ts';
import {
  EMPTY_FILE_TEXT,
  MAX_FILE_BYTES,
  MAX_SINGLE_PUT_BYTES,
  fileTooLargeText,
} from '../../contract/media/upload-limits.ts';
import { AppError } from '../app-error.ts';

/** What the browser says of a file before any byte of it moves. */
export interface AnnouncedFile {
  readonly fileName: string;
  readonly fileType: string;
  /** Bytes. */
  readonly fileSize: number;
}

const invalidSize = (message: string): AppError =>
  new AppError('validation_failed', message, [{ path: 'fileSize', message }]);

/**
 * Refuses a file by name and size, the specification's first, cheap check. Throws AppError `unsupported_format`,
 * `validation_failed` (empty) or `file_too_large`. What is on the specification's list but no converter reads is
 * refused here by name, before its bytes travel (decisions.md 18).
 */
export const checkAnnouncedFile = ({ fileName, fileSize }: AnnouncedFile): void => {
  if (!isAcceptedExtension(fileName)) throw new AppError('unsupported_format', UNSUPPORTED_FORMAT_TEXT);
  const unconvertible = unconvertibleReason(fileName);
  if (unconvertible) throw new AppError('unsupported_format', unconvertible);
  if (fileSize === 0) throw invalidSize(EMPTY_FILE_TEXT);
  if (fileSize > MAX_FILE_BYTES) throw new AppError('file_too_large', fileTooLargeText(fileSize));
};

/** Refuses one signed PUT for a file that has to go in parts. */
export const checkSinglePut = ({ fileSize }: AnnouncedFile): void => {
  if (fileSize > MAX_SINGLE_PUT_BYTES) {
    throw invalidSize(
      `Files over ${MAX_SINGLE_PUT_BYTES / 2 ** 20} MB go in parts: start the upload with action "create".`,
    );
  }
};
