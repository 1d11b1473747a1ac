import type { ComplimentaryChoice } from '../../contract/admin/billing.ts';
import { AppError } from '../app-error.ts';
import { nextLook, withEffectivePlan } from './decide.ts';
import type { BillingRecord, Complimentary } from './record.ts';

/**
 * What becomes of a user's complimentary plan: another one, null when it ends, or undefined when nothing changes.
 * Throws AppError when the change is not allowed.
 */
export type ChangeComplimentary = (current: Complimentary | undefined) => Complimentary | null | undefined;

/** A plan that an administrator gives. */
export interface Gift {
  readonly plan: ComplimentaryChoice;
  /** ISO 8601; null means until an administrator ends it. */
  readonly until: string | null;
  readonly reason: string;
}

const isSame = (current: Complimentary, { plan, until, reason }: Gift, actorId: string): boolean =>
  current.plan === plan && current.until === until && current.reason === reason && current.given_by === actorId;

/**
 * Gives a plan. `replaces` is `given_at` of the one that the administrator saw; null if they saw none. Throws
 * `version_conflict` when there is another one now, unless it is the same gift, so that a repeated call succeeds.
 */
export const giveComplimentary =
  (gift: Gift, replaces: string | null, actorId: string, now: string): ChangeComplimentary =>
  (current) => {
    if (gift.until !== null && gift.until <= now) {
      const message = 'Choose a day in the future.';
      throw new AppError('validation_failed', message, [{ path: 'until', message }]);
    }
    if (current && isSame(current, gift, actorId)) return undefined;
    if ((current?.given_at ?? null) !== replaces) throw new AppError('version_conflict');
    return { ...gift, given_by: actorId, given_at: now };
  };

/**
 * Ends the plan that was given at this time. Nothing changes when there is none, so that a repeated call succeeds.
 * Throws `version_conflict` when there is another one now.
 */
export const endComplimentary =
  (givenAt: string): ChangeComplimentary =>
  (current) => {
    if (current === undefined) return undefined;
    if (current.given_at !== givenAt) throw new AppError('version_conflict');
    return null;
  };

/** A record with another complimentary plan, or without one, and the plan that applies then. `now` in milliseconds. */
export const withComplimentary = (record: BillingRecord, gift: Complimentary | null, now: number): BillingRecord => {
  const changed = withEffectivePlan({ ...record, version: record.version + 1, complimentary: gift ?? undefined }, now);
  return { ...changed, next_look_at: nextLook(changed, now) };
};
