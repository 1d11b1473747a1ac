import { SESSION_SECONDS } from '../../contract/people/sessions.ts';
import type { StoredSession } from '../../domain/sessions/session.ts';

/**
 * Whole seconds until a session ends. A user without a registered session, because their rights are not stored yet or
 * their token has no session, has the full time: nothing of theirs expires earlier.
 */
export const expiresIn = (session: Pick<StoredSession, 'until'> | undefined, now: number): { expires_in: number } => ({
  expires_in: session === undefined ? SESSION_SECONDS : Math.max(0, Math.floor((session.until - now) / 1000)),
});
