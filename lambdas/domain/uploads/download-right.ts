import type { Role } from '../../contract/shared.ts';

/** Whether a person may have the source of what a creator published: the creator's own person, and administrators. */
export const mayDownloadSource = (
  creator: { readonly user_id?: string | undefined } | undefined,
  person: { readonly userId: string; readonly role: Role },
): boolean => person.role === 'admin' || creator?.user_id === person.userId;
