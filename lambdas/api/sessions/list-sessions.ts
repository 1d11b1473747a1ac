import type { Session } from '../../contract/people/sessions.ts';
import { endpoints } from '../../contract/index.ts';
import { activeSessions, type StoredSession } from '../../domain/sessions/session.ts';
import { withConsent, type ConsentingUser } from '../../domain/privacy/consented.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { recordEvent } from './record-event.ts';

const timeOf = (ms: number): string => new Date(ms).toISOString();

const toSession = (
  { id, label, place, begun, seen, until, alert }: StoredSession & { readonly id: string },
  currentId: string | null,
  user: ConsentingUser,
): Session => ({
  id,
  device: label,
  place: withConsent(user, 'place', () => place)?.value ?? null,
  begun_at: timeOf(begun),
  seen_at: timeOf(seen),
  expires_at: timeOf(until),
  current: id === currentId,
  new_device: alert ?? false,
});

/**
 * Lists the signed-in user's active sessions: that of this call, then the others, the most recently used first. A call
 * without one has no room for its own: that is a security event, at the time of its sign-in and once for each.
 */
export const listSessions = (deps: SessionsDeps) =>
  route(endpoints['sessions.list-sessions'], async (call) => {
    const { sessions, limit, now } = deps;
    const { actor } = call;
    const { userId, signIn } = actor;
    const active = activeSessions(await sessions.read(userId), now());
    const isBeyond = active.length >= limit && !active.some(({ id }) => id === signIn.id);
    if (isBeyond && signIn.id !== null && signIn.authenticatedAt !== null)
      await recordEvent(deps, call, { kind: 'concurrent_limit', at: signIn.authenticatedAt * 1000 });
    const items = active
      .map((session) => toSession(session, signIn.id, actor))
      .sort((one, other) => Number(other.current) - Number(one.current));
    return { status: 200, body: { items, limit } };
  });
