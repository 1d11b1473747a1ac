/** Rules and formats of the player. */
import type { Chapter } from '../../../../../lambdas/contract/content/chapters.ts';
import type { ContentCard } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { playerTexts } from './texts.ts';

/** A content item, as far as the player shows it. */
export type PlayableItem = Pick<ContentCard, 'id' | 'title' | 'duration' | 'thumbnail_url' | 'creators' | 'metadata'>;

/** How an item is played. */
export interface PlayOptions {
  /** The list that contains the item. */
  readonly list: readonly PlayableItem[];
  /** Whether history, position and view are recorded. @default true */
  readonly tracked?: boolean;
  /** Seconds from the start. @default where the user left the item */
  readonly startAt?: number | undefined;
  /** When the user asked for it, in milliseconds since the epoch. @default now */
  readonly askedAt?: number;
}

/** Seconds that the skip and rewind buttons jump (specification, section 9). */
export const SKIP_SECONDS = 15;
/** Volume that unmuting restores (specification, section 9). */
export const UNMUTED_VOLUME = 0.5;
/** Seeks to within this many seconds of the current position are ignored (specification, section 5). */
const SEEK_TOLERANCE = 1;

/** The artist, otherwise the creator. */
export const artistOf = ({ creators, metadata }: PlayableItem): string =>
  metadata.artist || creators.name || playerTexts.unknownArtist;

/**
 * Whether `next` is `list` with further items at its end, as after paging. An item on its own is no list that grows:
 * the history begins with what was just played.
 */
export const extendsList = (list: readonly PlayableItem[], next: readonly PlayableItem[]): boolean =>
  list.length > 1 && next.length > list.length && list.every(({ id }, index) => next[index]?.id === id);

/** Whether a seek to `seconds` is possible and far enough from the current position. */
export const isSeekable = (
  seconds: number,
  { time, duration }: { readonly time: number; readonly duration: number },
): boolean => seconds >= 0 && seconds <= duration && Math.abs(seconds - time) > SEEK_TOLERANCE;

/** The text for a `MediaError` code. */
export const mediaErrorText = (code: number): string => playerTexts.mediaErrors[code] ?? playerTexts.unknownError(code);

const plural = new Intl.PluralRules('en-US');
const counted = (count: number, one: string): string => `${count} ${plural.select(count) === 'one' ? one : `${one}s`}`;

/** Seconds in words, for screen readers: `1 minute 5 seconds`. */
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

/** A speed in menus: `1.5×`. */
export const rateName = (rate: number): string => `${rates.format(rate)}×`;

/** A quality in menus: `720p`. */
export const qualityName = (height: number): string => `${height}p`;

/** Index of the chapter at a time, in seconds; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.findLastIndex(({ start }) => time >= start);
