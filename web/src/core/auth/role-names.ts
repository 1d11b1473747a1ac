import type { Role } from '../../../../lambdas/contract/shared.ts';

/** Display names of the roles, from the fewest rights to the most. */
export const roleNames: Readonly<Record<Role, string>> = { user: 'User', moderator: 'Moderator', admin: 'Admin' };
