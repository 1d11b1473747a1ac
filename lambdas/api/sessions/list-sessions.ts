import type { Session } from '../../contract/people/sessions.ts';
import { endpoints } from '../../contract/index.ts';
import { activeSessions, type StoredSession } from '../../domain/sessions/session.ts';
import { withConsent, type ConsentingUser } from '../../domain/privacy/consented.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

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

/** Lists the signed-in user's active sessions: that of this call, then the others, the most recently used first. */
export const listSessions = ({ sessions, limit, now }: SessionsDeps) =>
  route(endpoints['sessions.list-sessions'], async ({ actor }) => {
    const items = activeSessions(await sessions.read(actor.userId), now())
      .map((session) => toSession(session, actor.signIn.id, actor))
      .sort((one, other) => Number(other.current) - Number(one.current));
    return { status: 200, body: { items, limit } };
  });
