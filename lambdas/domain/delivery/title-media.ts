import type { Content } from '../content/content.ts';
import { outdatedMedia } from './outdated-media.ts';
import type { TitleCounts } from './watch-state.ts';

type Media = Pick<Content, 'media_version' | 'has_storyboard'>;

/** Adds titles to counts. */
export const countTitles = (counts: TitleCounts, titles: readonly Media[]): TitleCounts => ({
  titles: counts.titles + titles.length,
  without_media: counts.without_media + titles.filter(({ media_version: version }) => version === null).length,
  outdated_media: counts.outdated_media + titles.filter(outdatedMedia).length,
});
