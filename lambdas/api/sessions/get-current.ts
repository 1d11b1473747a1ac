import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { expiresIn } from './expires-in.ts';

/** Returns when this session ends. */
export const getCurrent = ({ sessions, now }: SessionsDeps) =>
  route(endpoints['sessions.get-current'], async ({ actor: { userId, signIn } }) => ({
    status: 200,
    body: expiresIn(await sessions.read(userId), signIn, now()),
  }));
