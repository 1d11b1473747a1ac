import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

/** Confirms that a session on a new device is one of the user. */
export const confirmDevice = ({ sessions, now }: SessionsDeps) =>
  route(endpoints['sessions.confirm-device'], async ({ actor: { userId, signIn }, params }) => {
    const confirmation = await sessions.confirm(userId, params.sessionId, signIn.id ?? '', now());
    if (confirmation === 'unknown') throw new AppError('session_not_found');
    if (confirmation === 'untrusted')
      throw new AppError('invalid_state', 'Confirm this device on one that you used before.');
    return { status: 204 };
  });
