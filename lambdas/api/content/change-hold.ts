import { endpoints } from '../../contract/index.ts';
import { orRetry } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { holdAct, withHold } from '../../domain/content/legal-hold.ts';
import { toView } from '../../domain/content/views.ts';
import { conflict, optimistic } from '../../domain/optimistic.ts';
import { route } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import type { ContentDeps } from './deps.ts';

/** Sets or releases the hold of an item unless that was done already. Returns the stored item. */
const changeHold = (
  { content, titleHolds, now }: ContentDeps,
  id: string,
  toHeld: boolean,
  by: ActOf & { readonly reason: string },
): Promise<Content> =>
  optimistic<Content>(
    async () => {
      const before = await content.get(id, { consistent: true });
      if (!before || before.deleted_at !== undefined) throw new AppError('content_not_found');
      const isHeld = before.held_since !== undefined;
      if (isHeld && toHeld) throw new AppError('already_exists', 'A legal hold of this item applies already.');
      if (!isHeld && !toHeld) throw new AppError('not_found', 'No legal hold of this item applies.');
      const after = withHold(before, toHeld, now());
      const write = toHeld
        ? titleHolds.setWrite({ content_id: id, reason: by.reason, set_at: after.updated_at })
        : titleHolds.releaseWrite(id);
      return orRetry(content.saveEdit(before, after, holdAct(by, before, toHeld), { more: [write] }));
    },
    { exhausted: conflict },
  );

/** Sets a legal hold of an item: neither its deletion nor another file can remove its file from then on. */
export const setHold = (deps: ContentDeps) =>
  route(endpoints['content.set-hold'], async ({ params, body: { reason }, actor, requestId }) => {
    const saved = await changeHold(deps, params.id, true, { actor, requestId, reason });
    return { status: 200, body: toView(saved, await staffRights(actor.role, deps.readStorage)) };
  });

/** Releases the legal hold of an item. */
export const releaseHold = (deps: ContentDeps) =>
  route(endpoints['content.release-hold'], async ({ params, body: { reason }, actor, requestId }) => {
    const saved = await changeHold(deps, params.id, false, { actor, requestId, reason });
    return { status: 200, body: toView(saved, await staffRights(actor.role, deps.readStorage)) };
  });
