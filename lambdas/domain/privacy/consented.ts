import type { Purpose } from '../../contract/people/consent.ts';

/**
 * What may be stored or sent only with consent, and the purposes that it needs (specification, section 5). Everything
 * else is essential: it is the service that the user asked for (history, positions, queue, likes, playlists, plans), or
 * it protects accounts without identifying more than the account (security events without address, rate counters under
 * a hash, plays that are counted once).
 */
export const consentNeeds = {
  /** A network address, shortened. */
  address: ['analytics'],
  /** Where a user is, rounded. */
  place: ['analytics', 'functional'],
  /** How well titles play for a user, and which parts of them. */
  playback: ['analytics'],
  /** How a user moves, clicks and plays. */
  behavior: ['behavioral'],
  /** An email that is not about the user's own account. */
  marketing_mail: ['marketing'],
} as const satisfies Readonly<Record<string, readonly Purpose[]>>;

/** A kind of data that needs consent. */
export type ConsentKind = keyof typeof consentNeeds;

/** A user, with what they allowed. */
export interface ConsentingUser {
  readonly userId: string;
  readonly consent?: readonly Purpose[] | undefined;
}

/** Only this file can name it, so no other can make a value of the type. */
const checked = Symbol('checked');

class Consented<K extends ConsentKind, V> {
  readonly kind: K;
  /** Whose data it is, and who consented. */
  readonly userId: string;
  readonly value: V;
  readonly [checked] = true;

  constructor(kind: K, userId: string, value: V) {
    this.kind = kind;
    this.userId = userId;
    this.value = value;
  }
}

/**
 * A value that its user consented to. Repositories require it for data that needs consent. Only `withConsent` creates
 * one, so no write can skip the check.
 */
export type ConsentedBy<K extends ConsentKind, V> = Consented<K, V>;

/** Whether someone who allowed these purposes consented to a kind of data. */
export const isConsented = (consent: readonly Purpose[], kind: ConsentKind): boolean =>
  consentNeeds[kind].every((purpose) => consent.includes(purpose));

/** Version of the notice that first said that browsers count how a user uses the site. */
const COUNTS_SINCE = 2;

/** Whether a consent was given under a notice that says that browsers count how a user uses the site. */
export const coversCounts = (noticeVersion = 1): boolean => noticeVersion >= COUNTS_SINCE;

/** Version of the notice that first said that browsers measure how well titles play. */
const QUALITY_SINCE = 3;

/** Whether a consent was given under a notice that says that browsers measure how well titles play. */
export const coversQuality = (noticeVersion = 1): boolean => noticeVersion >= QUALITY_SINCE;

/**
 * The value that `read` returns, if the user consented to that kind of data; otherwise undefined, and `read` is not
 * called.
 */
export const withConsent = <K extends ConsentKind, V>(
  { userId, consent = [] }: ConsentingUser,
  kind: K,
  read: () => V | undefined,
): ConsentedBy<K, V> | undefined => {
  if (!isConsented(consent, kind)) return undefined;
  const value = read();
  return value === undefined ? undefined : new Consented(kind, userId, value);
};
