import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

/** Ends all of the user's sessions but this one. */
export const endOthers = ({ sessions, now }: SessionsDeps) =>
  route(endpoints['sessions.end-others'], async ({ actor }) => {
    await sessions.endOthers(actor.userId, actor.signIn.id ?? '', now());
    return { status: 204 };
  });
