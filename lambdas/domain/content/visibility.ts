import type { Role } from '../../contract/shared.ts';
import type { Content } from './content.ts';

/** Whether a role works on content. Staff can play the items that they work on in full quality. */
export const isStaff = (role: Role | undefined): boolean => role === 'admin' || role === 'moderator';

type Reviewed = Pick<Content, 'status' | 'waiting_file'>;

/** Whether the item is published while a replacement of its file waits for review. */
export const isFileUnderReview = ({ status, waiting_file: file }: Reviewed): boolean =>
  status === 'published' && file !== undefined;

/** Whether a role decides about the publication of an item: administrators of all, moderators of pending ones. */
export const reviewsPublication = ({ status }: Pick<Content, 'status'>, role: Role | undefined): boolean =>
  role === 'admin' || (role === 'moderator' && status === 'pending');

/**
 * Whether a role works on a content item: administrators on all items, moderators on pending ones and on those whose
 * replacement waits for review.
 */
export const reviews = (content: Reviewed, role: Role | undefined): boolean =>
  reviewsPublication(content, role) || (role === 'moderator' && isFileUnderReview(content));

/**
 * Whether a content item exists for the caller. Signed-in users see published items; visitors (`role` undefined) see
 * published items that are publicly accessible. Staff also see the items they work on. No one sees deleted items.
 */
export const isVisible = (
  content: Pick<Content, 'status' | 'deleted_at' | 'is_publicly_accessible' | 'waiting_file'>,
  role: Role | undefined,
): boolean =>
  content.deleted_at === undefined &&
  (reviews(content, role) ||
    (content.status === 'published' && (role !== undefined || content.is_publicly_accessible)));
