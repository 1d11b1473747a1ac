import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { decide } from './decide.ts';
import type { ModerationDeps } from './deps.ts';

/** Shows a hidden playlist again. */
export const showPlaylist = (deps: ModerationDeps) =>
  route(endpoints['moderation.show-playlist'], async ({ actor, requestId, params, body: { reason } }) => ({
    status: 200,
    body: await decide(deps, params.id, false, { actor, requestId, reason }),
  }));
