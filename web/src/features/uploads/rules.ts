import type { ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import {
  SUPPORTED_EXTENSIONS,
  UNSUPPORTED_FORMAT_TEXT,
  browserWarning,
  isAcceptedExtension,
  likelyTypeOf,
  unconvertibleReason,
} from '../../../../lambdas/contract/media/media-formats.ts';
import type { StepView } from '../../../../lambdas/contract/media/steps.ts';
import { EMPTY_FILE_TEXT, MAX_FILE_BYTES, fileTooLargeText } from '../../../../lambdas/contract/media/upload-limits.ts';
import { uploadTexts } from './texts.ts';

/** The last step of the conversion. The steps of the analysis follow it. */
const LAST_OF_CONVERSION = 'ready';

/** Progress of the analysis in percent, by the steps that ended; 100 also when the others cannot run any more. */
export const analysisPercent = (steps: readonly Pick<StepView, 'step' | 'state'>[]): number => {
  const last = steps.findIndex(({ step }) => step === LAST_OF_CONVERSION);
  const analysis = steps.slice(last + 1);
  const isOpen = ({ state }: Pick<StepView, 'state'>): boolean => state === 'running' || state === 'interrupted';
  const waiting = analysis.filter(({ state }) => state === 'waiting').length;
  const isStopped = !steps.some(isOpen) && steps.some(({ state }) => state === 'failed');
  if (last < 0 || analysis.length === 0 || isStopped) return 100;
  return (100 * (analysis.length - waiting - analysis.filter(isOpen).length)) / analysis.length;
};

/** Total size in bytes above which a warning is shown (specification, section 9: above 100 MB). */
const LARGE_BYTES = 100 * 1024 * 1024;

/** The `accept` attribute of file inputs. `video/*` would also offer formats that cannot be converted. */
export const ACCEPTED_FILES = SUPPORTED_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Why a file cannot be uploaded, in the server's words; undefined if it can. */
export const fileProblem = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!isAcceptedExtension(name)) return UNSUPPORTED_FORMAT_TEXT;
  const unconvertible = unconvertibleReason(name);
  if (unconvertible) return unconvertible;
  if (size === 0) return EMPTY_FILE_TEXT;
  return size > MAX_FILE_BYTES ? fileTooLargeText(size) : undefined;
};

/** The likely content type of a file. */
export const contentTypeOf = ({ name, type }: Pick<File, 'name' | 'type'>): ContentType => likelyTypeOf(name, type);

/** The warning for a format that browsers cannot play; undefined for other formats. */
export const fileWarning = (file: Pick<File, 'name' | 'type'>): string | undefined =>
  browserWarning(file.name, file.type) === undefined
    ? undefined
    : uploadTexts.warnings[contentTypeOf(file) === 'video' ? 'video' : 'audio'];

/** Maximum length of a title in the contract. */
const MAX_TITLE = 200;

/** The default title of a file: its name without the extension, cut to 200 characters and never empty. */
export const titleOf = (fileName: string): string => {
  const cut = (text: string): string =>
    text
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_TITLE)
      // Drops the first half of a surrogate pair that was cut in two.
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim();
  return cut(fileName.replace(/\.[^.]*$/, '')) || cut(fileName);
};

/** Total size of all files, in bytes. */
export const totalSize = (files: readonly Pick<File, 'size'>[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** The title of the size warning; undefined up to 100 MB. */
export const largeNotice = (files: readonly Pick<File, 'size'>[]): string | undefined => {
  if (totalSize(files) <= LARGE_BYTES) return undefined;
  return files.length > 1 ? uploadTexts.largeBatch : uploadTexts.largeFile;
};

/** Whether two `File` objects are the same file on disk. */
export const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
