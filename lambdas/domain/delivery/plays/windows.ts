import { createHash } from 'node:crypto';

/** Plays are summed up in windows of this many milliseconds, each in shards: no partition takes all of the writes. */
export const WINDOW_MS = 5 * 60_000;
export const SHARDS = [0, 1, 2, 3] as const;
/** A row of a window is written at most this many milliseconds after the end of the window: no call takes as long. */
const LATEST_ROW_MS = 60_000;

/** Start of the window of a time (milliseconds), ISO 8601. */
export const windowOf = (at: number): string => new Date(at - (at % WINDOW_MS)).toISOString();

/** The window after another one. */
export const windowAfter = (window: string): string => new Date(Date.parse(window) + WINDOW_MS).toISOString();

/** Whether no row of a window can be missing at `now` (milliseconds). */
export const isClosed = (window: string, now: number): boolean => Date.parse(window) + WINDOW_MS + LATEST_ROW_MS <= now;

/** The day of a window or time (UTC): `2026-11-28`. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** The days up to and including one (UTC), oldest first. */
export const daysUpTo = (day: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${day}T00:00:00.000Z`) - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );

/** Name of a play in rows, from which no one can find out the play or its user: ids of plays are random. */
export const hashOfPlay = (playId: string): string => createHash('sha256').update(playId).digest('hex').slice(0, 32);

/** The shard of a play, by its hash. */
export const shardOf = (hash: string): number => parseInt(hash.slice(0, 8), 16) % SHARDS.length;

/** Whether a play is in a sample of a percentage of all plays. */
export const isSampled = (hash: string, percent: number): boolean =>
  (parseInt(hash.slice(8, 16), 16) / 2 ** 32) * 100 < percent;
