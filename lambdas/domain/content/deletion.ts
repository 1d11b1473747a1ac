import { removalDue, type Content } from './content.ts';
import { assertNotHeld } from './legal-hold.ts';

/** The item after its deletion was requested at `now` (ISO 8601). Throws `invalid_state` during a legal hold. */
export const asDeleted = (content: Content, now: string): Content => {
  assertNotHeld(content, 'delete');
  return { ...content, deleted_at: now, updated_at: now, removal_due_at: removalDue(now) };
};
