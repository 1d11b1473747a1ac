import type { Chapter } from '../../contract/content/chapters.ts';
import { AppError } from '../app-error.ts';

/**
 * Rejects chapters that start at or after the end of a content item. `duration` is in seconds, null while unknown.
 * Throws `validation_failed`.
 */
export const assertWithin = (chapters: readonly Chapter[], duration: number | null): void => {
  const late = duration === null ? undefined : chapters.find(({ start }) => start >= duration);
  if (late) throw new AppError('validation_failed', `The chapter "${late.title}" starts after the end of the item.`);
};

/** Chapters within the duration. A replacement file can be shorter than the file that the chapters were made for. */
export const chaptersWithin = (chapters: readonly Chapter[] = [], duration: number | null): Chapter[] =>
  chapters.filter(({ start }) => duration === null || start < duration).map(({ start, title }) => ({ start, title }));
