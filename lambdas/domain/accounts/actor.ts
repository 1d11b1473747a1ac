import type { Purpose } from '../../contract/people/consent.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import type { Restrictions } from '../security/restrictions.ts';
import type { Sessions } from '../sessions/session.ts';

/** A user's current role and account state, as stored in the table. */
export interface Rights {
  readonly user_id: string;
  readonly role: Role;
  /** The user has set up a second factor or a passkey. @default false */
  readonly second_factor?: boolean | undefined;
  /** A disabled user is denied access from the next call on, even with a valid token. */
  readonly disabled: boolean;
  /** What the user allowed beyond what is essential. Missing until they have decided. */
  readonly consent?: readonly Purpose[] | undefined;
  /** The entry of the consent history in which they did. */
  readonly consent_id?: string | undefined;
  /** Version of the notice that they saw then. @default 1 */
  readonly consent_notice?: number | undefined;
  /** The account is disabled because its user asked to erase it. Only the user can enable it. */
  readonly erasing?: boolean | undefined;
}

/** A user's rights with their sessions: what decides whether a call is allowed and a channel stays open. */
export interface Access extends Rights {
  /** The user's sessions. Undefined until the first one is registered. */
  readonly sessions?: Sessions | undefined;
}

/** What every call knows about its caller. */
export interface CallerRights extends Access {
  /** The plan that applies now. */
  readonly plan: Plan;
  /** What responses to security alerts restrict. */
  readonly restrictions?: Restrictions | undefined;
}

/** Reads what every call must know about its caller, in one read of 1.5 RRU. */
export interface RightsReader {
  read(userId: string): Promise<CallerRights | undefined>;
}

/** Claims of a token after its signature, issuer, client and expiry have been checked. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Verifies a token. Throws AppError `token_invalid`, or another error when the signing keys are unavailable. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenClaims>;
}

/** Rights of a new account. Lists also show them for a user whose item is missing. */
export const newAccountRights = (userId: string): Rights => ({
  user_id: userId,
  role: 'user',
  disabled: false,
});

/** Roles that can call an endpoint, by the role that the endpoint requires. */
export const allowedRoles: Readonly<Record<Role, ReadonlySet<Role>>> = {
  user: new Set(['user', 'moderator', 'admin']),
  moderator: new Set(['moderator', 'admin']),
  admin: new Set(['admin']),
};
