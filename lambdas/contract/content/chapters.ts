import * as z from 'zod/mini';
import { line } from '../shared.ts';

/** Most chapters of a content, longest title in characters, latest start in seconds (a day). */
export const MAX_CHAPTERS = 100;
export const MAX_CHAPTER_TITLE = 100;
const MAX_START = 86_400;

/** A part of a content that has a name. It ends where the next begins. */
export const Chapter = z.object({
  /** Seconds from the start of the content. */
  start: z.number().check(z.minimum(0), z.maximum(MAX_START)),
  title: line(MAX_CHAPTER_TITLE, 1),
});
export type Chapter = z.infer<typeof Chapter>;

/** Chapters as they are written: in their order, no two at one time. */
export const Chapters = z.array(z.strictObject(Chapter.shape)).check(
  z.maxLength(MAX_CHAPTERS),
  z.refine(
    (chapters) => chapters.every(({ start }, index) => index === 0 || start > (chapters[index - 1]?.start ?? 0)),
    'Chapters stand in the order of their times, and no two begin at the same time',
  ),
);
