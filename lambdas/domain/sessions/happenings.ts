import { endedAt, isOver, type Sessions } from './session.ts';

/** What happened to a session by a change of its user's sessions. */
export interface SessionHappening {
  readonly kind: 'sign_in' | 'session_ended' | 'session_expired';
  readonly sessionId: string;
  /** Browser and operating system. */
  readonly device: string;
  /** Milliseconds since 1970: when the session began, ended or expired. */
  readonly at: number;
}

/**
 * The sign-ins that began a session, and the sessions that ended or were noticed to have expired, by the stored
 * sessions before and after a change. A session that continues an older one is no sign-in of its own, and the older one
 * has not ended. Empty when the sessions were deleted with their account.
 */
export const happeningsOf = (
  before: Sessions | undefined,
  after: Sessions | undefined,
): readonly SessionHappening[] => {
  if (!after) return [];
  const known = before ?? {};
  const continued = new Set(
    Object.entries(after).flatMap(([id, { begun, seen }]) =>
      known[id]?.begun === begun || begun === seen ? [] : [begun],
    ),
  );
  const ended = Object.entries(known).flatMap(([sessionId, session]) => {
    const now = after[sessionId];
    if (isOver(session) || !now?.ended || continued.has(session.begun)) return [];
    return [{ kind: 'session_ended', sessionId, device: session.label, at: endedAt(now) } as const];
  });
  const begun = Object.entries(after)
    .filter(([id, session]) => !Object.hasOwn(known, id) && !session.ended && session.begun === session.seen)
    .map(([sessionId, { begun: at, label: device }]) => ({ kind: 'sign_in', sessionId, device, at }) as const);
  const expired = Object.entries(after)
    .filter(([id, session]) => session.noticed && Object.hasOwn(known, id) && !isOver(known[id]))
    .map(([sessionId, { until: at, label: device }]) => ({ kind: 'session_expired', sessionId, device, at }) as const);
  return [...begun, ...ended, ...expired];
};
