import type { Role } from '../../contract/shared.ts';
import type { Content } from './content.ts';

/** Whether a role works on content, and so plays what it works on in full. */
export const isStaff = (role: Role | undefined): boolean => role === 'admin' || role === 'moderator';

/** Whether a role works on a content: administrators on all of it, moderators on what waits for their review. */
export const reviews = ({ status }: Pick<Content, 'status'>, role: Role | undefined): boolean =>
  role === 'admin' || (role === 'moderator' && status === 'pending');

/**
 * Whether somebody may know of a content at all: published for the signed-in, published and publicly accessible for
 * visitors (`role` undefined), beside that for staff what they work on, a deleted one for nobody.
 */
export const isVisible = (
  content: Pick<Content, 'status' | 'deleted_at' | 'is_publicly_accessible'>,
  role: Role | undefined,
): boolean =>
  content.deleted_at === undefined &&
  (reviews(content, role) ||
    (content.status === 'published' && (role !== undefined || content.is_publicly_accessible)));
