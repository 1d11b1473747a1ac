import type { SignInActivity } from '../../contract/people/sessions.ts';
import type { SignInEvent } from '../../contract/people/sign-in-events.ts';
import { endpoints } from '../../contract/index.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import type { SecurityEvent } from '../../domain/security/event.ts';
import { activeSession } from '../../domain/sessions/session.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

const toActivity = ({ id, created_at, event_type, success, metadata, ip_address, session_id }: SecurityEvent) => {
  const { device } = metadata;
  return {
    id,
    created_at,
    // The repository selects these.
    event_type: event_type as SignInEvent,
    success,
    device: typeof device === 'string' ? device : null,
    ip_address: ip_address ?? null,
    session_id,
  };
};

/**
 * Lists what was recorded of the signed-in user's own sign-ins, newest first. A place is stored with an active session
 * only, so only events of such a session have one.
 */
export const listActivity = ({ activity, sessions, now }: SessionsDeps) =>
  route(endpoints['sessions.list-activity'], async ({ actor, query: { cursor, limit } }) => {
    const { userId, signIn } = actor;
    const [page, stored] = await Promise.all([activity.list(userId, { cursor, limit }, now()), sessions.read(userId)]);
    const items = page.items.map(toActivity).map(({ session_id: id, ...event }): SignInActivity => {
      const place = id === undefined ? undefined : activeSession(stored, id, now())?.place;
      return {
        ...event,
        place: withConsent(actor, 'place', () => place)?.value ?? null,
        current: id !== undefined && id === signIn.id,
      };
    });
    return { status: 200, body: { items, next_cursor: page.next_cursor } };
  });
