import { endpoints } from '../../contract/index.ts';
import { SESSION_WARNING_SECONDS } from '../../contract/people/time-limits.ts';
import { activeSession } from '../../domain/sessions/session.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { expiresIn } from './expires-in.ts';
import { recordEvent } from './record-event.ts';

/**
 * Returns when this session ends. Within the last minutes, the client warns its user: that is a security event, at the
 * begin of these minutes and once, however many tabs ask.
 */
export const getCurrent = (deps: SessionsDeps) =>
  route(endpoints['sessions.get-current'], async (call) => {
    const { userId, signIn } = call.actor;
    const sessions = await deps.sessions.read(userId);
    const now = deps.now();
    const body = expiresIn(sessions, signIn, now);
    const until = activeSession(sessions, signIn.id ?? '', now)?.until;
    if (until !== undefined && body.expires_in <= SESSION_WARNING_SECONDS) {
      const at = until - SESSION_WARNING_SECONDS * 1000;
      await recordEvent(deps, call, { kind: 'session_timeout_warning', at });
    }
    return { status: 200, body };
  });
