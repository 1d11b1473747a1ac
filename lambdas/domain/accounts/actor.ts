import type { Plan, Role } from '../../contract/shared.ts';

/** A user's current role, plan and account state, as stored in the table. */
export interface Rights {
  readonly user_id: string;
  readonly role: Role;
  readonly plan: Plan;
  /** A disabled user is denied access from the next call on, even with a valid token. */
  readonly disabled: boolean;
}

/** Reads the rights of a user: one read of 0.5 RRU. */
export interface RightsReader {
  read(userId: string): Promise<Rights | undefined>;
}

/** Claims of a token after its signature, issuer, client and expiry have been checked. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Verifies a token. Throws AppError `token_invalid`, or another error when the signing keys are unavailable. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenClaims>;
}

/** Rights of a new account. Also used when a user's item is missing because the confirmation trigger failed. */
export const newAccountRights = (userId: string): Rights => ({
  user_id: userId,
  role: 'user',
  plan: 'free',
  disabled: false,
});

/** Roles that can call an endpoint, by the role that the endpoint requires. */
export const allowedRoles: Readonly<Record<Role, ReadonlySet<Role>>> = {
  user: new Set(['user', 'moderator', 'admin']),
  moderator: new Set(['moderator', 'admin']),
  admin: new Set(['admin']),
};
