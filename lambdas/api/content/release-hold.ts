import { endpoints } from '../../contract/index.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import { changeHold } from './change-hold.ts';
import type { ContentDeps } from './deps.ts';

/** Releases the legal hold of an item. */
export const releaseHold = (deps: ContentDeps) =>
  route(endpoints['content.release-hold'], async ({ params, body: { reason }, actor, requestId }) => {
    const saved = await changeHold(deps, params.id, false, { actor, requestId, reason });
    return { status: 200, body: toView(saved, await staffRights(actor.role, deps.readStorage)) };
  });
