import type { Role } from '../../contract/shared.ts';
import type { Content } from './content.ts';

/** Whether a role works on content in every state. */
export const isStaff = (role: Role | undefined): boolean => role === 'admin' || role === 'moderator';

/**
 * Whether somebody may know of a content at all: published for the signed-in, published and publicly accessible for
 * visitors (`role` undefined), any state for staff, a deleted one for nobody.
 */
export const isVisible = (content: Pick<Content, 'status' | 'deleted_at' | 'is_publicly_accessible'>, role: Role | undefined): boolean =>
  content.deleted_at === undefined &&
  (isStaff(role) || (content.status === 'published' && (role !== undefined || content.is_publicly_accessible)));
