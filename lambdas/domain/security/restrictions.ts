import * as z from 'zod/mini';
import { RESPONSE_SECONDS } from '../../contract/admin/security-effects.ts';
import type { ResponseAction } from '../../contract/admin/security-rules.ts';
import { InsufficientAuthentication } from '../accounts/assurance.ts';
import type { SignIn } from '../accounts/sign-in.ts';
import { AppError } from '../app-error.ts';

/** An action against a user, which lasts. */
export type RestrictingAction = Exclude<ResponseAction, 'admin_notification'>;

const Restriction = z.object({
  /** When it ends, in milliseconds since 1970. At that time, it has ended. */
  until: z.number(),
  /** The id of the response that it belongs to. */
  response: z.string(),
});

/** What responses to security alerts restrict for a user. Stored with the user's sessions, which every call reads. */
export const Restrictions = z.object({
  rate_limit: z.optional(Restriction),
  force_mfa: z.optional(z.extend(Restriction, { since: z.number() })),
  session_lockout: z.optional(Restriction),
});
export type Restrictions = z.infer<typeof Restrictions>;

/** Whether an action restricts a user, rather than notifies administrators. */
export const isRestricting = (action: ResponseAction): action is RestrictingAction => action !== 'admin_notification';

/** The restriction of an action that applies now (milliseconds). */
const current = <A extends RestrictingAction>(
  restrictions: Restrictions | undefined,
  action: A,
  now: number,
): Restrictions[A] => {
  const restriction = restrictions?.[action];
  return restriction && restriction.until > now ? restriction : undefined;
};

/** Whether all calls of a user are denied, and no session of theirs begins. */
export const isLockedOut = (restrictions: Restrictions | undefined, now: number): boolean =>
  current(restrictions, 'session_lockout', now) !== undefined;

/** Whether a user may make few calls only. */
export const isRateLimited = (restrictions: Restrictions | undefined, now: number): boolean =>
  current(restrictions, 'rate_limit', now) !== undefined;

/** Tolerance for clocks of the user pool and ours that differ, in seconds. */
const CLOCK_TOLERANCE = 60;

/**
 * Whether a sign-in proved a second factor at or after a time. Tokens state whole seconds, rounded down, so a sign-in
 * less than a second after it may have to be repeated. A token without the method counts as elsewhere: the user pool
 * asks users who have a factor for it. A time in the future proves nothing.
 */
const provedFactor = ({ assurance, authenticatedAt }: SignIn, since: number, now: number): boolean =>
  assurance !== 'aal1' &&
  authenticatedAt !== null &&
  authenticatedAt * 1000 >= since &&
  authenticatedAt <= now / 1000 + CLOCK_TOLERANCE;

/**
 * Throws InsufficientAuthentication while a user must prove a second factor, until a sign-in does. Throws
 * `factor_required` for a user who has none. `now` in milliseconds.
 */
export const assertForcedFactor = (
  restrictions: Restrictions | undefined,
  signIn: SignIn,
  hasSecondFactor: boolean,
  now: number,
): void => {
  const forced = current(restrictions, 'force_mfa', now);
  if (!forced) return;
  if (!hasSecondFactor) throw new AppError('factor_required');
  if (provedFactor(signIn, forced.since, now)) return;
  const freshSeconds = Math.max(1, Math.floor((now - forced.since) / 1000));
  throw new InsufficientAuthentication({ assurance: 'aal2', freshSeconds });
};

/** The response that an action would replace, because it still restricts the user in the same way. */
export const replacedBy = (
  restrictions: Restrictions | undefined,
  action: RestrictingAction,
  now: number,
): string | undefined => current(restrictions, action, now)?.response;

/** When an action that is taken now ends, in milliseconds; null for one that is over at once. */
export const endOf = (action: ResponseAction, now: number): number | null => {
  const seconds = RESPONSE_SECONDS[action];
  return seconds === null ? null : now + seconds * 1000;
};

/** The restrictions of a user after an action, without those that have ended. */
export const restrictedBy = (
  restrictions: Restrictions | undefined,
  { action, response, now }: { readonly action: RestrictingAction; readonly response: string; readonly now: number },
): Restrictions => {
  const restriction = { until: now + RESPONSE_SECONDS[action] * 1000, response };
  const kept = Object.fromEntries(Object.entries(restrictions ?? {}).filter(([, one]) => one && one.until > now));
  return { ...kept, [action]: action === 'force_mfa' ? { ...restriction, since: now } : restriction };
};

/** The restrictions of a user without that of a response; undefined when the response restricts nothing any more. */
export const releasedFrom = (
  restrictions: Restrictions | undefined,
  { action, response, now }: { readonly action: RestrictingAction; readonly response: string; readonly now: number },
): Restrictions | undefined => {
  if (current(restrictions, action, now)?.response !== response) return undefined;
  const { [action]: _released, ...kept } = restrictions ?? {};
  return kept;
};
