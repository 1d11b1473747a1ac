/** Chapters as text: one per line, the start time before the title. */
import type { Chapter } from '../../../../../lambdas/contract/content/chapters.ts';
import { formatDuration } from '../../../lib/format.ts';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.chapters;
/** Maximum number of chapters, and of characters in a title, in the contract. */
const MAX_CHAPTERS = 100;
const MAX_TITLE = 100;

const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?:\.(\d{1,3}))?(?:\s*[-–—|]\s*|\s+)(\S.*)$/;

/** The parsed chapters, or why the text is invalid. */
export type ChapterList =
  { readonly chapters: Chapter[]; readonly problem?: never } | { readonly chapters?: never; readonly problem: string };

const readLine = (line: string): Chapter | undefined => {
  const [, hours, minutes, seconds, fraction = '', title = ''] = LINE.exec(line) ?? [];
  if (minutes === undefined || seconds === undefined || (hours !== undefined && Number(minutes) > 59)) return undefined;
  return {
    start: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction || 0}`),
    title: title.trim(),
  };
};

/** Parses the chapters of an item of this duration (seconds; null if unknown). */
export const readChapters = (text: string, duration: number | null): ChapterList => {
  const chapters: Chapter[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const chapter = readLine(line);
    const before = chapters.at(-1);
    if (!chapter) return { problem: texts.notReadable(index + 1) };
    if (chapter.title.length > MAX_TITLE) return { problem: texts.titleTooLong(index + 1, MAX_TITLE) };
    if (before && chapter.start <= before.start) return { problem: texts.notInOrder(index + 1) };
    if (duration !== null && chapter.start >= duration)
      return { problem: texts.tooLate(index + 1, formatDuration(duration)) };
    chapters.push(chapter);
  }
  return chapters.length > MAX_CHAPTERS ? { problem: texts.tooMany(MAX_CHAPTERS) } : { chapters };
};

const two = (value: number): string => String(value).padStart(2, '0');

const timeOf = (start: number): string => {
  const ms = Math.round(start * 1000);
  const whole = Math.floor(ms / 1000);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}${rest}`;
};

/** Formats chapters as text. */
export const writeChapters = (chapters: readonly Chapter[]): string =>
  chapters.map(({ start, title }) => `${timeOf(start)} ${title}`).join('\n');

/** The text in its canonical format; unchanged if it is invalid. */
export const normalChapters = (text: string): string => {
  const { chapters } = readChapters(text, null);
  return chapters ? writeChapters(chapters) : text.trim();
};
