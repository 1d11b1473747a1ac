import type { Chapter } from '../../contract/content/chapters.ts';
import { AppError } from '../app-error.ts';

/**
 * Refuses chapters that begin at or behind the end of a content (seconds; null while it is unknown). Throws
 * `validation_failed`.
 */
export const assertWithin = (chapters: readonly Chapter[], duration: number | null): void => {
  const late = duration === null ? undefined : chapters.find(({ start }) => start >= duration);
  if (late) throw new AppError('validation_failed', `The chapter "${late.title}" begins after the end of the content.`);
};

/** The chapters that the file has room for: one that took another's place may be shorter. */
export const chaptersWithin = (chapters: readonly Chapter[] = [], duration: number | null): Chapter[] =>
  chapters.filter(({ start }) => duration === null || start < duration).map(({ start, title }) => ({ start, title }));
