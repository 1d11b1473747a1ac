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

/** What the browser announces about a file before it sends any bytes. */
export interface AnnouncedFile {
  readonly fileName: string;
  readonly fileType: string;
  /** Bytes. */
  readonly fileSize: number;
}

const invalidSize = (message: string): AppError =>
  new AppError('validation_failed', message, [{ path: 'fileSize', message }]);

/**
 * Rejects a file by name and size: the specification's first, cheap check. Throws AppError `unsupported_format`,
 * `validation_failed` (empty) or `file_too_large`. It also rejects listed formats that the converter cannot read,
 * before any bytes are sent.
 */
export const checkAnnouncedFile = ({ fileName, fileSize }: AnnouncedFile): void => {
  if (!isAcceptedExtension(fileName)) throw new AppError('unsupported_format', UNSUPPORTED_FORMAT_TEXT);
  const unconvertible = unconvertibleReason(fileName);
  if (unconvertible) throw new AppError('unsupported_format', unconvertible);
  if (fileSize === 0) throw invalidSize(EMPTY_FILE_TEXT);
  if (fileSize > MAX_FILE_BYTES) throw new AppError('file_too_large', fileTooLargeText(fileSize));
};

/** Rejects a single signed PUT for a file that must be uploaded in parts. */
export const checkSinglePut = ({ fileSize }: AnnouncedFile): void => {
  if (fileSize > MAX_SINGLE_PUT_BYTES) {
    throw invalidSize(
      `Files over ${MAX_SINGLE_PUT_BYTES / 2 ** 20} MB must be uploaded in parts. Start with action "create".`,
    );
  }
};
