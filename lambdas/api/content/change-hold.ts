import { orRetry } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { holdAct, withHold } from '../../domain/content/legal-hold.ts';
import { conflict, optimistic } from '../../domain/optimistic.ts';
import type { ContentDeps } from './deps.ts';

/** Sets or releases the hold of an item unless that was done already. Returns the stored item. */
export const changeHold = (
  { content, now }: Pick<ContentDeps, 'content' | 'now'>,
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
        ? content.holds.setWrite({ content_id: id, reason: by.reason, set_at: after.updated_at })
        : content.holds.releaseWrite(id);
      return orRetry(content.saveEdit(before, after, holdAct(by, before, toHeld), { more: [write] }));
    },
    { exhausted: conflict },
  );
