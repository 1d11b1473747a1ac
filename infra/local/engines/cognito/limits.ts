import { AwsError } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';

/**
 * Cognito's lockout: the fifth failure locks the name for one second. Each further failure doubles the lock, up to 15
 * minutes. 15 minutes without a failure reset the count.
 */
const FIRST_LOCKING_FAILURE = 5;
const FIRST_LOCK_MS = 1000;
const LONGEST_LOCK_MS = 15 * 60_000;

/** Requests per user and hour, from Cognito's quotas for code operations. */
export const HOURLY = {
  ForgotPassword: 5,
  ConfirmForgotPassword: 5,
  ResendConfirmationCode: 5,
  ConfirmSignUp: 15,
  GetUserAttributeVerificationCode: 5,
  VerifyUserAttribute: 15,
  ChangePassword: 5,
} as const;

const HOUR_MS = 3_600_000;

/** Counters for Cognito's limits. Kept in memory: a restart resets them. */
export interface Limits {
  /** Throws NotAuthorizedException 'Password attempts exceeded' while the key is locked. */
  requireUnlocked(key: string): void;
  /**
   * Runs the checks of guesses at a key one after another. Otherwise, parallel guesses would all start before the first
   * failure is counted.
   */
  inTurn<T>(key: string, check: () => Promise<T>): Promise<T>;
  failed(key: string): void;
  succeeded(key: string): void;
  /** Counts one use of an operation; throws LimitExceededException above its hourly limit. */
  spend(operation: keyof typeof HOURLY, key: string): void;
  /** Whether an operation was used for the key within the last hour. */
  used(operation: keyof typeof HOURLY, key: string): boolean;
}

export const createLimits = (clock: Clock): Limits => {
  const failures = new Map<string, { count: number; last: number; lockedUntil: number }>();
  const uses = new Map<string, number[]>();
  /** Ends when the last check of a key has ended. */
  const turns = new Map<string, Promise<unknown>>();

  const deleteOld = (now: number) => {
    for (const [key, entry] of failures)
      if (now - entry.last > LONGEST_LOCK_MS && now > entry.lockedUntil) failures.delete(key);
    for (const [key, times] of uses) if ((times.at(-1) ?? 0) <= now - HOUR_MS) uses.delete(key);
  };

  return {
    requireUnlocked(key) {
      if ((failures.get(key)?.lockedUntil ?? 0) > clock.now()) {
        throw new AwsError('NotAuthorizedException', 'Password attempts exceeded');
      }
    },
    async inTurn(key, check) {
      const turn = (turns.get(key) ?? Promise.resolve()).then(check);
      const ended = turn.catch(() => undefined);
      turns.set(key, ended);
      try {
        return await turn;
      } finally {
        if (turns.get(key) === ended) turns.delete(key);
      }
    },
    failed(key) {
      const now = clock.now();
      deleteOld(now);
      const count = (failures.get(key)?.count ?? 0) + 1;
      const lock =
        count < FIRST_LOCKING_FAILURE
          ? 0
          : Math.min(FIRST_LOCK_MS * 2 ** (count - FIRST_LOCKING_FAILURE), LONGEST_LOCK_MS);
      failures.set(key, { count, last: now, lockedUntil: now + lock });
    },
    succeeded(key) {
      failures.delete(key);
    },
    spend(operation, key) {
      const now = clock.now();
      deleteOld(now);
      const id = `${operation} ${key}`;
      const times = (uses.get(id) ?? []).filter((time) => time > now - HOUR_MS);
      if (times.length >= HOURLY[operation]) {
        throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
      }
      uses.set(id, [...times, now]);
    },
    used: (operation, key) => (uses.get(`${operation} ${key}`)?.at(-1) ?? -Infinity) > clock.now() - HOUR_MS,
  };
};
