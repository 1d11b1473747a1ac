import { endpoints } from '../../contract/index.ts';
import { activeSession } from '../../domain/sessions/session.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { expiresIn } from './expires-in.ts';

/** Returns when this session ends. */
export const getCurrent = ({ sessions, now }: SessionsDeps) =>
  route(endpoints['sessions.get-current'], async ({ actor: { userId, signIn } }) => {
    const at = now();
    return { status: 200, body: expiresIn(activeSession(await sessions.read(userId), signIn.id ?? '', at), at) };
  });
