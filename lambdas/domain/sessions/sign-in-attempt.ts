import { decodeTime } from 'ulid';
import { newSecurityEvent, subjectIn, type NewSecurityEvent } from '../security/event.ts';

/**
 * Milliseconds after which a sign-in that was begun counts as not completed. Each of its steps must be answered within
 * three minutes.
 */
export const ATTEMPT_MS = 5 * 60_000;

/** Maximum number of attempts that are remembered of one subject. The user pool delays those who try as often. */
export const ATTEMPTS_MAX = 100;

/** Sign-ins that were begun and are not completed, of one user or of one account name that does not exist. */
export interface SignInAttempts {
  /** As in security events: `user:<id>` or `account:<keyed hash of the name>`. */
  readonly subject: string;
  /** A ULID for each. */
  readonly attempts?: ReadonlySet<string> | undefined;
  /** When the oldest counts as not completed. Milliseconds since 1970. */
  readonly due: number;
}

/** When an attempt counts as not completed. Milliseconds since 1970. */
export const dueOf = (attempt: string): number => decodeTime(attempt) + ATTEMPT_MS;

/** The attempts of a subject that are overdue, the oldest first. `now` in milliseconds. */
export const overdue = ({ attempts = new Set() }: Pick<SignInAttempts, 'attempts'>, now: number): readonly string[] =>
  [...attempts].filter((attempt) => dueOf(attempt) <= now).sort();

/** When the oldest attempt counts as not completed, in milliseconds; undefined when there is none. */
export const nextDue = ({ attempts = new Set() }: Pick<SignInAttempts, 'attempts'>): number | undefined => {
  const [oldest] = [...attempts].sort();
  return oldest === undefined ? undefined : dueOf(oldest);
};

/** The security event of a sign-in that was not completed. The same attempt is recorded once. */
export const notCompleted = (subject: string, attempt: string): NewSecurityEvent =>
  newSecurityEvent({ kind: 'login_failed', subject: subjectIn(subject), id: attempt, at: decodeTime(attempt) });
