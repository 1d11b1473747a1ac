import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

/** Ends one of the user's sessions. The session of someone else does not exist for this user. */
export const endSession = ({ sessions, now }: SessionsDeps) =>
  route(endpoints['sessions.end-session'], async ({ actor, params }) => {
    if (!(await sessions.end(actor.userId, params.sessionId, now()))) throw new AppError('session_not_found');
    return { status: 204 };
  });
