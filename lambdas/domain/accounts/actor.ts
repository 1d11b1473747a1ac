import type { Purpose } from '../../contract/people/consent.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import type { Sessions } from '../sessions/session.ts';

/** A user's current role, plan and account state, as stored in the table. */
export interface Rights {
  readonly user_id: string;
  readonly role: Role;
  readonly plan: Plan;
  /** When `plan` ends, ISO 8601. Without it, the plan has no end. `currentRights` takes it into account. */
  readonly plan_until?: string | undefined;
  /** The plan that follows. @default free */
  readonly plan_after?: Plan | undefined;
  /** The user has set up a second factor or a passkey. @default false */
  readonly second_factor?: boolean | undefined;
  /** A disabled user is denied access from the next call on, even with a valid token. */
  readonly disabled: boolean;
  /** The user's sessions. Undefined until the first one is registered. */
  readonly sessions?: Sessions | undefined;
  /** What the user allowed beyond what is essential. Missing until they have decided. */
  readonly consent?: readonly Purpose[] | undefined;
  /** The entry of the consent history in which they did. */
  readonly consent_id?: string | undefined;
  /** The account is disabled because its user asked to erase it. Only the user can enable it. */
  readonly erasing?: boolean | undefined;
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

/** Rights of a new account. Lists also show them for a user whose item is missing. */
export const newAccountRights = (userId: string): Rights => ({
  user_id: userId,
  role: 'user',
  plan: 'free',
  disabled: false,
});

/** Rights with the plan that applies at a time (milliseconds). So a plan ends on time even if every event is lost. */
export const currentRights = (rights: Rights, now: number): Rights => {
  const { plan_until: until, plan_after: after = 'free', ...rest } = rights;
  return until !== undefined && Date.parse(until) <= now ? { ...rest, plan: after } : rights;
};

/** Roles that can call an endpoint, by the role that the endpoint requires. */
export const allowedRoles: Readonly<Record<Role, ReadonlySet<Role>>> = {
  user: new Set(['user', 'moderator', 'admin']),
  moderator: new Set(['moderator', 'admin']),
  admin: new Set(['admin']),
};
