import type { BulkAction } from '../../contract/content/bulk.ts';
import type { ContentPatch } from '../../contract/content/content.ts';
import { AppError } from '../app-error.ts';
import type { Content } from '../content/content.ts';
import { asDeleted } from '../content/deletion.ts';
import { applyPatch, type CategoryChoice } from '../content/edit.ts';
import type { GateSettings } from '../safety/gate.ts';
import type { Restorable, StoredItem } from './job.ts';

/** What a job does to one content item. */
export type Decision =
  | { readonly outcome: 'changed'; readonly after: Content }
  | { readonly outcome: 'same' }
  | { readonly outcome: 'failed'; readonly reason: string };

/** Maximum number of tags per content item (the contract's limit for an edit). */
const MAX_TAGS = 30;

/** What a decision depends on besides the item: the time (ISO 8601), and the settings that decide about publishing. */
export interface Circumstances {
  readonly now: string;
  readonly settings: GateSettings;
}

const SAME: Decision = { outcome: 'same' };
const DELETED: Decision = { outcome: 'failed', reason: 'It was deleted.' };

const RESTORABLE = [
  'status',
  'category_id',
  'tags',
  'publish_when_ready',
  'publish_at',
] as const satisfies readonly (keyof Restorable)[];

/** The fields of a content item that an undo can restore. */
export const restorableOf = (content: Content): Restorable =>
  Object.fromEntries(RESTORABLE.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]]])));

/** The decision that follows from an edit: nothing to change when it returns undefined, failed when it throws. */
const decisionOf = (edit: () => Content | undefined): Decision => {
  try {
    const after = edit();
    return after ? { outcome: 'changed', after } : SAME;
  } catch (error) {
    if (error instanceof AppError) return { outcome: 'failed', reason: error.message };
    throw error;
  }
};

const patched = (
  content: Content,
  patch: Omit<ContentPatch, 'revision'>,
  category: CategoryChoice | undefined,
  { now, settings }: Circumstances,
): Decision => decisionOf(() => applyPatch(content, { ...patch, revision: content.revision }, category, now, settings));

const retagged = (
  content: Content,
  { add, remove }: Extract<BulkAction, { kind: 'tag' }>,
  by: Circumstances,
): Decision => {
  const removed = new Set(remove);
  const tags = [...new Set([...content.tags.filter((tag) => !removed.has(tag)), ...add])];
  if (tags.length > MAX_TAGS)
    return { outcome: 'failed', reason: `It would have ${tags.length} tags. The limit is ${MAX_TAGS}.` };
  return JSON.stringify(tags) === JSON.stringify(content.tags) ? SAME : patched(content, { tags }, undefined, by);
};

/**
 * Decides what an action does to the current state of a content item. `category` is the stored category that the action
 * names.
 */
export const decide = (
  action: BulkAction,
  content: Content | undefined,
  category: CategoryChoice | undefined,
  by: Circumstances,
): Decision => {
  const { now } = by;
  if (!content || content.deleted_at !== undefined) return action.kind === 'delete' && content ? SAME : DELETED;
  switch (action.kind) {
    case 'publish':
      return content.status === 'published' ? SAME : patched(content, { status: 'published' }, undefined, by);
    case 'unpublish':
      return content.status === 'published' ? patched(content, { status: 'draft' }, undefined, by) : SAME;
    case 'move':
      return content.category_id === action.category_id
        ? SAME
        : patched(content, { category_id: action.category_id }, category, by);
    case 'tag':
      return retagged(content, action, by);
    case 'delete':
      return decisionOf(() => asDeleted(content, now));
  }
};

/**
 * Decides how to undo a job's changes to a content item. Not possible when the item has changed since. A scheduled
 * publication is restored only if its time is still in the future.
 */
export const decideUndo = (
  { before = {}, after = {} }: Pick<StoredItem, 'before' | 'after'>,
  content: Content | undefined,
  category: CategoryChoice | undefined,
  by: Circumstances,
): Decision => {
  if (!content || content.deleted_at !== undefined) return DELETED;
  const names = RESTORABLE.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.some((name) => JSON.stringify(content[name]) !== JSON.stringify(after[name])))
    return { outcome: 'failed', reason: 'It was changed after the original job.' };
  const { status, category_id, tags } = Object.fromEntries(names.map((name) => [name, before[name]])) as Restorable;
  const decision = patched(
    content,
    {
      ...(status === undefined ? {} : { status }),
      ...(category_id === undefined ? {} : { category_id }),
      ...(tags === undefined ? {} : { tags }),
    },
    category_id === null ? null : category,
    by,
  );
  if (decision.outcome !== 'changed') return decision;
  // A publication time in the past would publish the item again right after the undo.
  const isPast = before.publish_at !== undefined && before.publish_at <= by.now;
  const schedule = Object.fromEntries(
    names
      .filter((name) => name === 'publish_when_ready' || (name === 'publish_at' && !isPast))
      .map((name) => [name, before[name]]),
  );
  return { outcome: 'changed', after: { ...decision.after, ...schedule } };
};
