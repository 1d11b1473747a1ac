/** Rules of playing, without a player. */
import type { Chapter } from '../../../../../lambdas/contract/content/chapters.ts';
import type { ContentCard } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { playerTexts } from './texts.ts';

/** What the player shows of a content. */
export type PlayableItem = Pick<ContentCard, 'id' | 'title' | 'duration' | 'thumbnail_url' | 'creators' | 'metadata'>;

/** How an item is played. */
export interface PlayOptions {
  /** The list that the item stands in. */
  readonly list: readonly PlayableItem[];
  readonly tracked?: boolean;
}

/** Seconds that the skip and rewind buttons jump (specification, section 9). */
export const SKIP_SECONDS = 15;
/** Volume that unmuting restores (specification, section 9). */
export const UNMUTED_VOLUME = 0.5;
/** A seek nearer than this to the present time, in seconds, is ignored (specification, section 5). */
const SEEK_TOLERANCE = 1;

/** Who to name: the artist, else the creator. */
export const artistOf = ({ creators, metadata }: PlayableItem): string =>
  metadata.artist || creators.name || playerTexts.unknownArtist;

/** Whether `next` is `list` with more at its end, as paging makes it. */
export const extendsList = (list: readonly PlayableItem[], next: readonly PlayableItem[]): boolean =>
  next.length > list.length && list.every(({ id }, index) => next[index]?.id === id);

/** Whether the person may jump there from here. */
export const isSeekable = (
  seconds: number,
  { time, duration }: { readonly time: number; readonly duration: number },
): boolean => seconds >= 0 && seconds <= duration && Math.abs(seconds - time) > SEEK_TOLERANCE;

/** The text for a `MediaError` code. */
export const mediaErrorText = (code: number): string => playerTexts.mediaErrors[code] ?? playerTexts.unknownError(code);

const plural = new Intl.PluralRules('en-US');
const counted = (count: number, one: string): string => `${count} ${plural.select(count) === 'one' ? one : `${one}s`}`;

/** Seconds in words for people who hear them: `1 minute 5 seconds`. */
export const spokenTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    { count: Math.floor(whole / 3600), unit: 'hour' },
    { count: Math.floor((whole % 3600) / 60), unit: 'minute' },
    { count: whole % 60, unit: 'second' },
  ].filter(({ count }, index) => count > 0 || (index === 2 && whole === 0));
  return parts.map(({ count, unit }) => counted(count, unit)).join(' ');
};

const rates = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** A speed as menus call it: `1.5×`. */
export const rateName = (rate: number): string => `${rates.format(rate)}×`;

/** A quality as menus call it: `720p`. */
export const qualityName = (height: number): string => `${height}p`;

/** The place of the chapter in which a time (seconds) lies; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.findLastIndex(({ start }) => time >= start);
