/** Rules and formats of the watch history. */
import type { HistoryEntry } from '../../../../lambdas/contract/listening/history.ts';
import { historyTexts } from './texts.ts';

/** Entries of one day. */
export interface HistoryDay {
  /** Identifies the day. */
  readonly key: string;
  readonly label: string;
  readonly entries: readonly HistoryEntry[];
}

const DAY_MS = 86_400_000;

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
const longDayOfYear = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const clockTime = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** The midnight before `moment`, in the reader's time zone. */
const startOfDay = (moment: Date): Date => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

const labelOf = (day: Date, now: Date): string => {
  // Rounded, because a day may be an hour longer or shorter.
  const ago = Math.round((startOfDay(now).getTime() - day.getTime()) / DAY_MS);
  if (ago <= 0) return historyTexts.today;
  if (ago === 1) return historyTexts.yesterday;
  return (day.getFullYear() === now.getFullYear() ? longDay : longDayOfYear).format(day);
};

/** Groups entries, newest first, by day in the reader's time zone. */
export const groupByDay = (entries: readonly HistoryEntry[], now: Date): readonly HistoryDay[] => {
  const days = new Map<number, HistoryEntry[]>();
  for (const entry of entries) {
    const day = startOfDay(new Date(entry.watched_at)).getTime();
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => ({ key: String(day), label: labelOf(new Date(day), now), entries: ofDay }));
};

/** The time of day of an entry: `5:06 PM`. */
export const timeOfDay = (timestamp: string): string => clockTime.format(new Date(timestamp));

/** The artist, otherwise the creator. */
export const artistOf = ({ content: { metadata, creators } }: HistoryEntry): string =>
  metadata.artist || creators.name || historyTexts.unknownArtist;
