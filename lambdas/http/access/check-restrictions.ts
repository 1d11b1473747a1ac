import { AppError } from '../../domain/app-error.ts';
import { guardRate, limitedCalls, type RateCounters } from '../../domain/limits/rate-limit.ts';
import { assertForcedFactor, isLockedOut, isRateLimited } from '../../domain/security/restrictions.ts';
import type { Step } from '../state.ts';

/**
 * Denies all calls of users who are locked out. It precedes the check of sessions, because no session may begin, and
 * because their ended sessions are to say why. The restrictions were read with the rights. `now` returns milliseconds.
 */
export const denyLockedOut = (now: () => number): Step => ({
  before({ internal: { restrictions } }) {
    if (isLockedOut(restrictions, now())) throw new AppError('account_locked');
  },
});

/** Limits the calls of users with a rate limit, in all functions together. Throws TooManyRequests. */
export const limitCalls = (counters: RateCounters | undefined, now: () => number): Step => ({
  async before({ internal: { restrictions, userId } }) {
    if (!counters || userId === undefined || !isRateLimited(restrictions, now())) return;
    await guardRate(counters, limitedCalls, userId, now());
  },
});

/**
 * Denies calls of users who must prove a second factor, until their sign-in has. Those who have none can call what they
 * need to set one up. It follows authorization, so that callers without permission are not asked in vain.
 */
export const requireForcedFactor = (now: () => number): Step => ({
  before({ internal: { route, actor, restrictions } }) {
    if (!actor || route?.endpoint.beforeFactor) return;
    assertForcedFactor(restrictions, actor.signIn, actor.hasSecondFactor ?? false, now());
  },
});
