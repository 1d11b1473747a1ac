import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { decide } from './decide.ts';
import type { ModerationDeps } from './deps.ts';

/** Hides a playlist from everyone except its owner and administrators. */
export const hidePlaylist = (deps: ModerationDeps) =>
  route(endpoints['moderation.hide-playlist'], async ({ actor, requestId, params, body: { reason } }) => ({
    status: 200,
    body: await decide(deps, params.id, true, { actor, requestId, reason }),
  }));
