import * as z from 'zod/mini';
import { line } from '../shared.ts';

/** Limits of chapters: number per content item, characters of a title, latest start in seconds (one day). */
export const MAX_CHAPTERS = 100;
export const MAX_CHAPTER_TITLE = 100;
const MAX_START = 86_400;

/** A named part of a content item. It ends where the next chapter starts. */
export const Chapter = z.object({
  /** Seconds from the start. */
  start: z.number().check(z.minimum(0), z.maximum(MAX_START)),
  title: line(MAX_CHAPTER_TITLE, 1),
});
export type Chapter = z.infer<typeof Chapter>;

/** Chapters in an edit: in order, with no two at the same time. */
export const Chapters = z.array(z.strictObject(Chapter.shape)).check(
  z.maxLength(MAX_CHAPTERS),
  z.refine(
    (chapters) => chapters.every(({ start }, index) => index === 0 || start > (chapters[index - 1]?.start ?? 0)),
    'Chapters must be in order of time, and no two can start at the same time',
  ),
);
