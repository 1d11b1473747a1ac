import { useState } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { isConverting } from './rules.ts';
import { conversionTexts } from './texts.ts';

/** A sentence when a conversion ended between two readings of a list; undefined otherwise. */
export const conversionNews = (before: readonly ContentView[], now: readonly ContentView[]): string | undefined => {
  const running = new Set(before.filter(isConverting).map(({ id }) => id));
  const ended = now.find((content) => running.has(content.id) && !isConverting(content));
  if (!ended) return undefined;
  return ended.conversion_status === 'completed'
    ? conversionTexts.completed(ended.title)
    : conversionTexts.announceFailed(ended.title);
};

/**
 * The last such sentence, for screen readers; empty until there is one. `contents` keeps its identity while nothing
 * changes.
 */
export const useConversionNews = (contents: readonly ContentView[]): string => {
  const [seen, setSeen] = useState({ contents, news: '' });
  if (seen.contents !== contents) setSeen({ contents, news: conversionNews(seen.contents, contents) ?? seen.news });
  return seen.news;
};
