import { createHash } from 'node:crypto';
import { LIMITED_CALLS_A_MINUTE } from '../../contract/admin/security-effects.ts';
import { AppError } from '../app-error.ts';

/** How often an action is allowed. */
export interface RateRule {
  /** Names the counter; part of its key. */
  readonly name: string;
  readonly limit: number;
  /** Milliseconds from the first action, in which `limit` actions are allowed. */
  readonly windowMs: number;
}

/** Emails that we send to one address and to one account, so that no one can flood a mailbox. */
export const mailsPerAddress: RateRule = { name: 'MAILS_TO_ADDRESS', limit: 3, windowMs: 5 * 60_000 };
export const mailsPerAccount: RateRule = { name: 'MAILS_TO_ACCOUNT', limit: 3, windowMs: 5 * 60_000 };
/** Recovery codes tried for one address. A code has 80 random bits, so this is far from a guess. */
export const recoveryTries: RateRule = { name: 'RECOVERY_TRIES', limit: 5, windowMs: 15 * 60_000 };
/** Codes of second factors that one user is asked for, and tries. A code has six digits and is valid for minutes. */
export const factorChallenges: RateRule = { name: 'FACTOR_CHALLENGES', limit: 10, windowMs: 15 * 60_000 };
export const factorTries: RateRule = { name: 'FACTOR_TRIES', limit: 15, windowMs: 15 * 60_000 };
/** Codes by SMS that one user asks for, and that one number receives to prove it. Each costs money. */
export const smsPerAccount: RateRule = { name: 'SMS_OF_ACCOUNT', limit: 5, windowMs: 60 * 60_000 };
export const smsPerNumber: RateRule = { name: 'SMS_TO_NUMBER', limit: 5, windowMs: 60 * 60_000 };
/** Calls by visitors who are not signed in, by network address: guesses of codes, and load. */
export const visitorCalls: RateRule = { name: 'VISITOR_CALLS', limit: 50, windowMs: 10_000 };
/** Messages of one user on all live connections. A client sends a few when a screen opens, then rare pings. */
export const liveMessages: RateRule = { name: 'LIVE_MESSAGES', limit: 120, windowMs: 60_000 };

/** Reports of playlists by one user: more than anyone finds in ten minutes, few enough to read. */
export const playlistReports: RateRule = { name: 'PLAYLIST_REPORTS', limit: 20, windowMs: 10 * 60_000 };

/** Privacy decisions of one user. Each adds an entry to a history that is kept. */
export const consentChanges: RateRule = { name: 'CONSENT_CHANGES', limit: 20, windowMs: 10 * 60_000 };
/** Requests of one user for their data. Each can send emails. */
export const dataRequests: RateRule = { name: 'DATA_REQUESTS', limit: 10, windowMs: 24 * 60 * 60_000 };

/** Patterns of one user's behavior: three browsers send one a minute, and two of each can fall into a window. */
export const behaviorPatterns: RateRule = { name: 'BEHAVIOR_PATTERNS', limit: 6, windowMs: 60_000 };
/** Smart tokens that one user creates. Ten can be active. */
export const newTokens: RateRule = { name: 'NEW_TOKENS', limit: 20, windowMs: 60 * 60_000 };

/** Security events about one subject, so that no one can fill the log. The first one beyond is recorded as such. */
export const securityEvents: RateRule = { name: 'SECURITY_EVENTS', limit: 60, windowMs: 60_000 };

/** Checks of tokens, protection and response times that administrators request. Each makes about 80 calls. */
export const securityChecks: RateRule = { name: 'SECURITY_CHECKS', limit: 10, windowMs: 24 * 60 * 60_000 };

/** Security events about the token of one session that is used without its browser. Its page makes many calls. */
export const movedTokens: RateRule = { name: 'MOVED_TOKENS', limit: 1, windowMs: 60 * 60_000 };

/** Calls of one user whom a response to a security alert limits. */
export const limitedCalls: RateRule = { name: 'LIMITED_CALLS', limit: LIMITED_CALLS_A_MINUTE, windowMs: 60_000 };

/** The rules whose counters are kept by the user's id. */
export const rulesOfAccounts: readonly RateRule[] = [
  mailsPerAccount,
  factorChallenges,
  factorTries,
  smsPerAccount,
  liveMessages,
  playlistReports,
  consentChanges,
  dataRequests,
  behaviorPatterns,
  newTokens,
  securityEvents,
  limitedCalls,
];

/** Counts actions across all function instances. */
export interface RateCounters {
  /**
   * Counts an action and returns undefined. At the limit it counts nothing and returns the milliseconds until the next
   * action is allowed. `now` in milliseconds.
   */
  take(rule: RateRule, subject: string, now: number): Promise<number | undefined>;
}

/** The rate limit is reached. The caller can retry after the given time. */
export class TooManyRequests extends AppError {
  readonly retryAfterSeconds: number;
  /** The rule whose limit is reached. */
  readonly rule: RateRule;

  constructor(waitMs: number, rule: RateRule) {
    super('too_many_requests');
    this.rule = rule;
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Counts once more. Throws TooManyRequests. */
export const guardRate = async (
  counters: RateCounters,
  rule: RateRule,
  subject: string,
  now: number,
): Promise<void> => {
  const waitMs = await counters.take(rule, subject, now);
  if (waitMs !== undefined) throw new TooManyRequests(waitMs, rule);
};

/** Hash under which an email address or a phone number is counted, so that the table contains none. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex');
