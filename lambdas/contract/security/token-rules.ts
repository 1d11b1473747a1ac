/**
 * What smart tokens are issued for: each endpoint with `auth: 'token'` names one. `original`: download the originals
 * that the user may download. `export`: download the user's own data exports. `api`: read the catalog and the user's
 * own history from a script.
 */
export const TOKEN_USES = ['original', 'export', 'api'] as const;

/** Security levels (specification 001, section 9). A level decides how many calls an hour a token allows. */
export const TOKEN_LEVELS = [1, 2, 3] as const;
export type TokenLevel = (typeof TOKEN_LEVELS)[number];
export const CALLS_AN_HOUR: Readonly<Record<TokenLevel, number>> = { 1: 300, 2: 1000, 3: 3000 };

/** Trust above which a token has level 2, and, if the session's place is known, level 3. */
export const LEVEL_2_TRUST = 70;
export const LEVEL_3_TRUST = 85;

/**
 * Points of trust (specification 001, section 9). A token starts at `start`. With analyzed behavior, `history` is added
 * and the sum is averaged with 100 minus the mean risk of the newest patterns. Then `office_hours` and `location`
 * follow, and the result is kept between 0 and 100.
 */
export const TRUST_WEIGHTS = {
  start: 50,
  history: 20,
  /** Issued at an hour from 9 to 17, in UTC. */
  office_hours: 5,
  /** The session's place is known, which needs consent. */
  location: 10,
} as const;

/** Patterns whose mean risk counts. */
export const TRUST_PATTERNS = 10;

const HOUR = 60 * 60;

/** Seconds for which a token is valid. */
export const TOKEN_SECONDS = 24 * HOUR;
/** Seconds left below which a token can be refreshed, and its client does so. */
export const REFRESH_BELOW_SECONDS = 2 * HOUR;
/** Seconds between two checks of a client whether it must refresh its token. */
export const REFRESH_CHECK_SECONDS = 30 * 60;
/** Why a token was revoked that its client refreshed (specification 001, section 4). */
export const AUTO_REFRESHED = 'Auto-refreshed';

/** Active tokens of one user. */
export const MAX_ACTIVE_TOKENS = 10;
/** Tokens on the screen of their user. */
export const TOKENS_SHOWN = 50;

/**
 * Seconds by which the clock of a proof (RFC 9449) may differ from the server's. Its id is remembered for longer, so
 * that no proof is accepted twice.
 */
export const PROOF_SECONDS = 60;
