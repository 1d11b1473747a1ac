import type { Role } from '../../contract/shared.ts';
import type { Content } from './content.ts';

/** Whether a role works on content in every state. */
export const isStaff = (role: Role | undefined): boolean => role === 'admin' || role === 'moderator';

/** Whether somebody may know of a content at all: published for everyone, any state for staff, a deleted one for nobody. */
export const isVisible = (content: Pick<Content, 'status' | 'deleted_at'>, role: Role | undefined): boolean =>
  content.deleted_at === undefined && (content.status === 'published' || isStaff(role));
