import type { Role } from '../../contract/shared.ts';

/** Whether a user can download a creator's source files: the creator's own user, and administrators. */
export const canDownloadSource = (
  creator: { readonly user_id?: string | undefined } | undefined,
  person: { readonly userId: string; readonly role: Role },
): boolean => person.role === 'admin' || creator?.user_id === person.userId;
