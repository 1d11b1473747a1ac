import { SESSION_SECONDS } from '../../contract/people/sessions.ts';
import type { SignIn } from '../../domain/accounts/sign-in.ts';
import { AppError } from '../../domain/app-error.ts';
import { activeSession, sessionStateOf, type Sessions } from '../../domain/sessions/session.ts';

/**
 * Whole seconds until the session of a sign-in ends. A user without registered sessions, because their rights are not
 * stored yet, and a token without a session have the full time: nothing of theirs expires earlier. Throws
 * `session_ended` or `session_expired` when the session is over, also if that happened since the call was admitted.
 */
export const expiresIn = (sessions: Sessions | undefined, signIn: SignIn, now: number): { expires_in: number } => {
  const session = activeSession(sessions, signIn.id ?? '', now);
  if (session) return { expires_in: Math.floor((session.until - now) / 1000) };
  const state = sessionStateOf(sessions, signIn, now);
  if (state === 'ended') throw new AppError('session_ended');
  if (state === 'expired') throw new AppError('session_expired');
  return { expires_in: SESSION_SECONDS };
};
