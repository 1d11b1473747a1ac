import type { ContentPatch } from '../../contract/content/content.ts';
import type { Role } from '../../contract/shared.ts';
import { AppError } from '../app-error.ts';
import type { Content } from './content.ts';
import { reviews } from './visibility.ts';

/** The statuses that a review can set. */
const REVIEW_RESULTS: ReadonlySet<Content['status'] | undefined> = new Set(['published', 'draft'] as const);

/**
 * Denies edits that the role does not permit. Administrators can edit everything. Moderators review: they can publish a
 * pending item or return it to draft, and change nothing else. Throws `forbidden`.
 */
export const assertCanEdit = (
  role: Role,
  content: Pick<Content, 'status' | 'revision'>,
  { revision, status, reason: _reason, ...others }: ContentPatch,
): void => {
  if (role === 'admin') return;
  const edits = Object.values(others).some((value) => value !== undefined);
  if (role !== 'moderator' || edits || !REVIEW_RESULTS.has(status))
    throw new AppError('forbidden', 'Moderators can only publish pending items or return them to draft.');
  // An older revision is a retry or a conflict, which the edit itself detects.
  if (content.revision === revision && content.status !== 'pending')
    throw new AppError('forbidden', 'Moderators can only review pending items.');
};

/**
 * Completes an edit with what its author implies: when a moderator returns an item to draft, its scheduled publication
 * is canceled. Administrators set the schedule explicitly.
 */
export const withImpliedEdits = (role: Role, patch: ContentPatch): ContentPatch =>
  role !== 'admin' && patch.status === 'draft' ? { ...patch, publish_at: null } : patch;

/**
 * Denies lists that the role does not permit: moderators can list only pending items. Throws `forbidden`.
 */
export const assertCanList = (role: Role, status: Content['status'] | undefined): void => {
  if (role !== 'admin' && (status === undefined || !reviews({ status }, role)))
    throw new AppError('forbidden', 'Moderators can only review pending items.');
};

/**
 * Filters a list or search results by the current state of each item, because indexes lag behind slightly. Moderators
 * see items under review only; administrators see everything.
 */
export const withinReview = <C extends Pick<Content, 'status' | 'deleted_at' | 'waiting_file'>>(
  items: readonly C[],
  role: Role,
): readonly C[] =>
  role === 'admin' ? items : items.filter((content) => content.deleted_at === undefined && reviews(content, role));
