import type { Plan, Role } from '../../contract/shared.ts';

/** What the table says about a person at this moment. */
export interface Rights {
  readonly user_id: string;
  readonly role: Role;
  readonly plan: Plan;
  /** A disabled person is refused everywhere at the next call, whatever the token says. */
  readonly disabled: boolean;
}

/** Reads the rights of a person: one read of 0.5 RRU. */
export interface RightsReader {
  read(userId: string): Promise<Rights | undefined>;
}

/** Claims of a token whose signature, issuer, client and expiry were checked. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Checks a token. Throws AppError `token_invalid`, or another error when the keys cannot be had. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenClaims>;
}

/** Rights of a person whose item was not written yet (the confirmation trigger failed): those of a new account. */
export const newAccountRights = (userId: string): Rights => ({
  user_id: userId,
  role: 'user',
  plan: 'free',
  disabled: false,
});

/** Roles that may call an endpoint of each guard. */
export const allowedRoles: Readonly<Record<Role, ReadonlySet<Role>>> = {
  user: new Set(['user', 'moderator', 'admin']),
  moderator: new Set(['moderator', 'admin']),
  admin: new Set(['admin']),
};
