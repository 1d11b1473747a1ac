import { viewAfterMs } from '../../contract/media/views.ts';
import { retention, retentionMs } from '../../contract/retention.ts';
import type { Role } from '../../contract/shared.ts';
import type { PlayQuality } from '../delivery/plays/beat.ts';

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
  /** The creator of the content item at the start. Missing in plays that an earlier version stored. */
  readonly creator_id?: string | undefined;
  readonly started_at: string;
  /** When its view counts at the earliest. */
  readonly countable_at: string;
  readonly counted: boolean;
  /** Length of the title in seconds; null while unknown. Missing in plays of earlier versions. */
  readonly duration?: number | null | undefined;
  /** The play was prepared and has not begun. */
  readonly ahead?: true | undefined;
  /** What its user's browser measured. Missing without their consent. */
  readonly quality?: PlayQuality | undefined;
  /** That was removed with the consent. It is not measured again, because it would be counted twice. */
  readonly forgotten?: true | undefined;
}

/** A play of a content item that starts at `now` (milliseconds since 1970). `duration` in seconds. */
export const newPlay = (
  playId: string,
  userId: string,
  { id, creator_id, duration }: { readonly id: string; readonly creator_id: string; readonly duration: number | null },
  now: number,
): Play => ({
  play_id: playId,
  user_id: userId,
  content_id: id,
  creator_id,
  duration,
  started_at: new Date(now).toISOString(),
  countable_at: new Date(now + viewAfterMs(duration)).toISOString(),
  counted: false,
});

/** Whether a role's plays count as views. Plays by staff are tests and previews, which never count. */
export const countsViews = (role: Role): boolean => role === 'user';
