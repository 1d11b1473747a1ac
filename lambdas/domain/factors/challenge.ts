import type { PHONE_ID, TOTP_ID } from '../../contract/people/factors.ts';

/** A factor that the user proves by a code. */
export type CodeFactorId = typeof TOTP_ID | typeof PHONE_ID;

/** Milliseconds for which a challenge can be answered: as long as the user pool keeps a step of a sign-in. */
export const CHALLENGE_VALID_MS = 3 * 60_000;
/** Codes that can be tried for one challenge. */
export const CHALLENGE_TRIES = 5;

/** What a challenge belongs to: one session of one user, and one factor. */
export interface ChallengeOwner {
  readonly user_id: string;
  /** `origin_jti` of the sign-in that asked for it. */
  readonly session_id: string;
  readonly factor_id: CodeFactorId;
}

/** A code that a user was asked for, to raise the level of a session. */
export interface FactorChallenge extends ChallengeOwner {
  readonly id: string;
  /** The user's name in the user pool. */
  readonly username: string;
  /** The user pool's name for the step of the sign-in. With the code, it gives tokens. */
  readonly pool_session: string;
  /** Milliseconds since 1970. */
  readonly valid_until: number;
  /** Codes that were tried. */
  readonly tries: number;
}

/** Tokens of a completed sign-in. */
interface SignInTokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  /** Seconds for which the access token is valid. */
  readonly expires_in: number;
}

/** Raises sign-ins by a code, at the user pool. */
export interface ChallengePool {
  /**
   * Asks for the code of a factor, in addition to the password of the sign-in that the token belongs to. Returns the
   * pool's name for the step; undefined when the pool does not accept that password anymore.
   */
  ask(token: string, username: string, factor: CodeFactorId, maxAgeSeconds: number): Promise<string | undefined>;
  /** Answers it; undefined when the code is wrong, late or used, or too many were tried. */
  answer(challenge: FactorChallenge, code: string): Promise<SignInTokens | undefined>;
}
