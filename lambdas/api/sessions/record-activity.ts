import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { expiresIn } from './expires-in.ts';
import { recordEvent } from './record-event.ts';

/** Extends this session, because its user is active. */
export const recordActivity = (deps: SessionsDeps) =>
  route(endpoints['sessions.record-activity'], async ({ actor: { userId, signIn }, body, requestId }) => {
    const at = deps.now();
    const session = await deps.sessions.extend(userId, signIn.id ?? '', at);
    if (body.by === 'extended') await recordEvent(deps, { kind: 'session_extended', userId, requestId });
    return { status: 200, body: expiresIn(session, at) };
  });
