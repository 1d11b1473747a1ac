import { viewAfterMs } from '../../contract/media/views.ts';
import { retention, retentionMs } from '../../contract/retention.ts';
import type { Role } from '../../contract/shared.ts';

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
  /** When its view counts at the earliest. */
  readonly countable_at: string;
  readonly counted: boolean;
}

/** A play of a content item that starts at `now` (milliseconds since 1970). `duration` in seconds. */
export const newPlay = (
  playId: string,
  userId: string,
  { id, duration }: { readonly id: string; readonly duration: number | null },
  now: number,
): Play => ({
  play_id: playId,
  user_id: userId,
  content_id: id,
  started_at: new Date(now).toISOString(),
  countable_at: new Date(now + viewAfterMs(duration)).toISOString(),
  counted: false,
});

/** Whether a role's plays count as views. Plays by staff are tests and previews, which never count. */
export const countsViews = (role: Role): boolean => role === 'user';
