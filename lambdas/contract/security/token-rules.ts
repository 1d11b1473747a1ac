/**
 * What smart tokens are issued for: each endpoint with `auth: 'token'` names one. `original`: download the originals
 * that the user may download. `export`: download the user's own data exports. `api`: read the catalog and the user's
 * own history from a script.
 */
export const TOKEN_USES = ['original', 'export', 'api'] as const;

/**
 * Security levels (specification 001, section 9). Trust and level inform users and administrators, and decide nothing:
 * the points of analyzed behavior are part of them, and points are never a penalty.
 */
export const TOKEN_LEVELS = [1, 2, 3] as const;
export type TokenLevel = (typeof TOKEN_LEVELS)[number];

/** Calls of one token in an hour, the same for every level: almost one a second. */
export const TOKEN_CALLS_AN_HOUR = 3000;

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
  /** From what browsers counted: their user can forge it. */
  history: 20,
  /** Issued at an hour from 9 to 17, in UTC. */
  office_hours: 5,
  /** A browser reported a place for the session, which needs consent. The server cannot check it. */
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
