import { retention, retentionMs } from '../../contract/retention.ts';
import type { Role } from '../../contract/shared.ts';

/** Milliseconds of play before a view counts (decisions.md 24). */
export const VIEW_AFTER_MS = 10_000;
/** Seconds that a play is stored, so that its view counts only once. */
export const PLAY_RETENTION_SECONDS = retention.plays;

/**
 * Milliseconds in which a user's plays of one content item count as one view, so that parallel or repeated plays cannot
 * inflate the number.
 */
export const VIEW_WINDOW_MS = retentionMs('plays');

/** A user's play of a content item. */
export interface Play {
  readonly play_id: string;
  readonly user_id: string;
  readonly content_id: string;
  readonly started_at: string;
  readonly counted: boolean;
}

/** A play that starts at `now` (milliseconds since 1970). */
export const newPlay = (playId: string, userId: string, contentId: string, now: number): Play => ({
  play_id: playId,
  user_id: userId,
  content_id: contentId,
  started_at: new Date(now).toISOString(),
  counted: false,
});

/** Whether a role's plays count as views. Plays by staff are tests and previews, which never count. */
export const countsViews = (role: Role): boolean => role === 'user';

/** Plays that started at this time or earlier can count now. ISO 8601. */
export const latestCountableStart = (now: number): string => new Date(now - VIEW_AFTER_MS).toISOString();
