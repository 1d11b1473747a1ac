import { useState } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { isConverting } from './rules.ts';
import { conversionTexts } from './texts.ts';

/** The announcement of a conversion that ended between two reads of a list; undefined if none did. */
export const conversionAnnouncement = (
  before: readonly ContentView[],
  now: readonly ContentView[],
): string | undefined => {
  const running = new Set(before.filter(isConverting).map(({ id }) => id));
  const ended = now.find((content) => running.has(content.id) && !isConverting(content));
  if (!ended) return undefined;
  return ended.conversion_status === 'completed'
    ? conversionTexts.completed(ended.title)
    : conversionTexts.announceFailed(ended.title);
};

/**
 * The last announcement, for screen readers; empty until there is one. `items` must keep its identity while nothing
 * changes.
 */
export const useConversionAnnouncement = (items: readonly ContentView[]): string => {
  const [seen, setSeen] = useState({ items, announcement: '' });
  if (seen.items !== items)
    setSeen({ items, announcement: conversionAnnouncement(seen.items, items) ?? seen.announcement });
  return seen.announcement;
};
