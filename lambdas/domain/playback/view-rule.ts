import { retention } from '../../contract/retention.ts';
import type { Role } from '../../contract/shared.ts';

/** Milliseconds of play before a view counts (decisions.md 24). */
export const VIEW_AFTER_MS = 10_000;
/** Seconds that a play is remembered, so that its view counts once. */
export const PLAY_KEPT_SECONDS = retention.plays;

/** A person's play of a content. */
export interface Play {
  readonly play_id: string;
  readonly user_id: string;
  readonly content_id: string;
  readonly started_at: string;
  readonly counted: boolean;
}

/** Plays of staff are tests and previews: they never count. */
export const countsViews = (role: Role): boolean => role === 'user';

/** The latest start of a play that may count now, ISO 8601. */
export const latestCountableStart = (now: number): string => new Date(now - VIEW_AFTER_MS).toISOString();
