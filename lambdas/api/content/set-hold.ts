import { endpoints } from '../../contract/index.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import { changeHold } from './change-hold.ts';
import type { ContentDeps } from './deps.ts';

/** Sets a legal hold of an item: neither its deletion nor another file can remove its file from then on. */
export const setHold = (deps: ContentDeps) =>
  route(endpoints['content.set-hold'], async ({ params, body: { reason }, actor, requestId }) => {
    const saved = await changeHold(deps, params.id, true, { actor, requestId, reason });
    return { status: 200, body: toView(saved, await staffRights(actor.role, deps.readStorage)) };
  });
