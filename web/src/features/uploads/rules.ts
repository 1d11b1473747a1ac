import type { ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import {
  AUDIO_EXTENSIONS,
  UNSUPPORTED_FORMAT_TEXT,
  VIDEO_EXTENSIONS,
  browserWarning,
  isAcceptedExtension,
  mediaKinds,
  unconvertibleReason,
} from '../../../../lambdas/contract/media/media-formats.ts';
import { EMPTY_FILE_TEXT, MAX_FILE_BYTES, fileTooLargeText } from '../../../../lambdas/contract/media/upload-limits.ts';
import { uploadTexts } from './texts.ts';

/** Bytes above which people are told that it will take a while (specification, section 9: above 100 MB). */
const LARGE_BYTES = 100 * 1024 * 1024;

/** What the file chooser offers: media types, and the extensions that browsers do not know as such. */
export const ACCEPTED_FILES = [
  'video/*',
  'audio/*',
  ...new Set([...VIDEO_EXTENSIONS, ...AUDIO_EXTENSIONS].map((extension) => `.${extension}`)),
].join(',');

/** Why a file cannot be uploaded, as the server would say it; undefined when it can. */
export const fileProblem = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!isAcceptedExtension(name)) return UNSUPPORTED_FORMAT_TEXT;
  const unconvertible = unconvertibleReason(name);
  if (unconvertible) return unconvertible;
  if (size === 0) return EMPTY_FILE_TEXT;
  return size > MAX_FILE_BYTES ? fileTooLargeText(size) : undefined;
};

/** What a file most likely is: video or music. */
export const contentTypeOf = ({ name, type }: Pick<File, 'name' | 'type'>): ContentType => {
  const { video, audio } = mediaKinds(name, type);
  return video && !audio ? 'video' : 'music';
};

/** The warning for a format that browsers do not play by themselves; undefined for the others. */
export const fileWarning = (file: Pick<File, 'name' | 'type'>): string | undefined =>
  browserWarning(file.name, file.type) === undefined
    ? undefined
    : uploadTexts.warnings[contentTypeOf(file) === 'video' ? 'video' : 'audio'];

/** Longest title that the contract takes. */
const MAX_TITLE = 200;

/** The title that a file gets in a batch: its name without the extension. At most 200 characters, and never empty. */
export const titleOf = (fileName: string): string => {
  const cut = (text: string): string =>
    text
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_TITLE)
      // Half of a character beyond the basic plane is none.
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim();
  return cut(fileName.replace(/\.[^.]*$/, '')) || cut(fileName);
};

/** Bytes of all files. */
export const totalSize = (files: readonly Pick<File, 'size'>[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** The heading of the notice about size; undefined up to 100 MB. */
export const largeNotice = (files: readonly Pick<File, 'size'>[]): string | undefined => {
  if (totalSize(files) <= LARGE_BYTES) return undefined;
  return files.length > 1 ? uploadTexts.largeBatch : uploadTexts.largeFile;
};

/** Whether two choices are the same file on disk. */
export const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
