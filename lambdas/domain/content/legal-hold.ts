import { AppError } from '../app-error.ts';
import type { AuditAct } from '../audit/act.ts';
import type { ActOf } from './audited.ts';
import type { Content } from './content.ts';

/** What a legal hold of a content item forbids, as the sentence for the user. */
const forbidden = {
  delete: 'A legal hold keeps this item. Release the hold before you delete the item.',
  replace: 'A legal hold keeps the file of this item. Release the hold before you replace the file.',
  decide: 'A legal hold keeps both files of this item. Release the hold before you decide about the new file.',
} as const;

/** Throws `invalid_state` while a legal hold applies to the item. */
export const assertNotHeld = ({ held_since: since }: Pick<Content, 'held_since'>, to: keyof typeof forbidden): void => {
  if (since !== undefined) throw new AppError('invalid_state', forbidden[to]);
};

/**
 * The item after a legal hold was set or released at `now` (ISO 8601). The revision increases, so that nothing that was
 * decided before the change is saved after it.
 */
export const withHold = (content: Content, isHeld: boolean, now: string): Content => ({
  ...content,
  held_since: isHeld ? now : undefined,
  updated_at: now,
  revision: content.revision + 1,
});

/** Audit action: an administrator set or released the legal hold of a content item. */
export const holdAct = (by: ActOf, { id }: Pick<Content, 'id'>, isHeld: boolean): AuditAct => ({
  ...by,
  action: isHeld ? 'content.hold-set' : 'content.hold-released',
  targetId: id,
  before: { legal_hold: !isHeld },
  after: { legal_hold: isHeld },
});
