import type { BulkAction } from '../../contract/content/bulk.ts';
import type { ContentPatch } from '../../contract/content/content.ts';
import { AppError } from '../app-error.ts';
import { removalDue, type Content } from '../content/content.ts';
import { applyPatch, type CategoryChoice } from '../content/edit.ts';
import type { Restorable, StoredItem } from './job.ts';

/** What becomes of one content. */
export type Decision =
  | { readonly outcome: 'changed'; readonly after: Content }
  | { readonly outcome: 'same' }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Tags that a content may have (the contract's limit for an edit). */
const MAX_TAGS = 30;

const SAME: Decision = { outcome: 'same' };
const GONE: Decision = { outcome: 'refused', reason: 'It was deleted.' };

const RESTORABLE = [
  'status',
  'category_id',
  'tags',
  'publish_when_ready',
  'publish_at',
] as const satisfies readonly (keyof Restorable)[];

/** What of a content an undo would put back. */
export const restorableOf = (content: Content): Restorable =>
  Object.fromEntries(RESTORABLE.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]]])));

const patched = (
  content: Content,
  patch: Omit<ContentPatch, 'revision'>,
  category: CategoryChoice | undefined,
  now: string,
): Decision => {
  try {
    const after = applyPatch(content, { ...patch, revision: content.revision }, category, now);
    return after ? { outcome: 'changed', after } : SAME;
  } catch (error) {
    if (error instanceof AppError) return { outcome: 'refused', reason: error.message };
    throw error;
  }
};

const retagged = (content: Content, { add, remove }: Extract<BulkAction, { kind: 'tag' }>, now: string): Decision => {
  const gone = new Set(remove);
  const tags = [...new Set([...content.tags.filter((tag) => !gone.has(tag)), ...add])];
  if (tags.length > MAX_TAGS)
    return { outcome: 'refused', reason: `It would have ${tags.length} tags; ${MAX_TAGS} is the most.` };
  return JSON.stringify(tags) === JSON.stringify(content.tags) ? SAME : patched(content, { tags }, undefined, now);
};

/**
 * What an action makes of a content as it stands now. `category` is the one that the action names, as it stands in the
 * table.
 */
export const decide = (
  action: BulkAction,
  content: Content | undefined,
  category: CategoryChoice | undefined,
  now: string,
): Decision => {
  if (!content || content.deleted_at !== undefined) return action.kind === 'delete' && content ? SAME : GONE;
  switch (action.kind) {
    case 'publish':
      return content.status === 'published' ? SAME : patched(content, { status: 'published' }, undefined, now);
    case 'unpublish':
      return content.status === 'published' ? patched(content, { status: 'draft' }, undefined, now) : SAME;
    case 'move':
      return content.category_id === action.category_id
        ? SAME
        : patched(content, { category_id: action.category_id }, category, now);
    case 'tag':
      return retagged(content, action, now);
    case 'delete':
      return {
        outcome: 'changed',
        after: { ...content, deleted_at: now, updated_at: now, removal_due_at: removalDue(now) },
      };
  }
};

/**
 * Puts back what a job changed on a content, unless somebody changed it since; a plan only while its time is still to
 * come.
 */
export const decideUndo = (
  { before = {}, after = {} }: Pick<StoredItem, 'before' | 'after'>,
  content: Content | undefined,
  category: CategoryChoice | undefined,
  now: string,
): Decision => {
  if (!content || content.deleted_at !== undefined) return GONE;
  const names = RESTORABLE.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.some((name) => JSON.stringify(content[name]) !== JSON.stringify(after[name])))
    return { outcome: 'refused', reason: 'Somebody changed it since.' };
  const { status, category_id, tags } = Object.fromEntries(names.map((name) => [name, before[name]])) as Restorable;
  const decision = patched(
    content,
    {
      ...(status === undefined ? {} : { status }),
      ...(category_id === undefined ? {} : { category_id }),
      ...(tags === undefined ? {} : { tags }),
    },
    category_id === null ? null : category,
    now,
  );
  if (decision.outcome !== 'changed') return decision;
  // A time that has passed meanwhile would publish at once what was just taken back.
  const isOver = before.publish_at !== undefined && before.publish_at <= now;
  const plans = Object.fromEntries(
    names
      .filter((name) => name === 'publish_when_ready' || (name === 'publish_at' && !isOver))
      .map((name) => [name, before[name]]),
  );
  return { outcome: 'changed', after: { ...decision.after, ...plans } };
};
