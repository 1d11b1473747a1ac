import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { expiresIn } from './expires-in.ts';
import { recordEvent } from './record-event.ts';

/**
 * Extends this session, because its user is active. One that another device ended meanwhile is denied, and its
 * extension is not recorded.
 */
export const recordActivity = (deps: SessionsDeps) =>
  route(endpoints['sessions.record-activity'], async (call) => {
    const { sessions, now } = deps;
    const {
      actor: { userId, signIn },
      body,
    } = call;
    const at = now();
    const id = signIn.id ?? '';
    const session = await sessions.extend(userId, id, at);
    const rest = expiresIn(session ? { [id]: session } : await sessions.read(userId), signIn, at);
    if (body.by === 'extended') await recordEvent(deps, call, { kind: 'session_extended', at });
    return { status: 200, body: rest };
  });
