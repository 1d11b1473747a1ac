import type { Role } from '../../contract/shared.ts';
import type { Content } from './content.ts';

/** Whether a role works on content. Staff can play the items that they work on in full quality. */
export const isStaff = (role: Role | undefined): boolean => role === 'admin' || role === 'moderator';

/** Whether a role works on a content item: administrators on all items, moderators on pending ones. */
export const reviews = ({ status }: Pick<Content, 'status'>, role: Role | undefined): boolean =>
  role === 'admin' || (role === 'moderator' && status === 'pending');

/**
 * Whether a content item exists for the caller. Signed-in users see published items; visitors (`role` undefined) see
 * published items that are publicly accessible. Staff also see the items they work on. No one sees deleted items.
 */
export const isVisible = (
  content: Pick<Content, 'status' | 'deleted_at' | 'is_publicly_accessible'>,
  role: Role | undefined,
): boolean =>
  content.deleted_at === undefined &&
  (reviews(content, role) ||
    (content.status === 'published' && (role !== undefined || content.is_publicly_accessible)));
