import * as z from 'zod/mini';
import { Place, SESSION_SECONDS } from '../../contract/people/sessions.ts';
import type { SignIn } from '../accounts/sign-in.ts';

const SESSION_MS = SESSION_SECONDS * 1000;

/**
 * Milliseconds after a sign-in in which its session may begin. Later, a token whose session is unknown is one of an
 * ended session, so ended ones need not be remembered for as long as their tokens could be refreshed.
 */
const FRESH_MS = 5 * 60_000;

/**
 * Milliseconds for which an ended session is remembered: longer than `FRESH_MS`, because a session that ended right
 * after its sign-in must not begin again. The rest allows for clocks that differ.
 */
const REMEMBERED_MS = 2 * FRESH_MS;

/** Milliseconds for which an expired session is kept, so that its devices learn why it ended. */
const EXPIRED_KEPT_MS = SESSION_MS;

/** Milliseconds in which the tabs of a new session may each get a cookie for their device. */
const SAME_START_MS = 60_000;

/**
 * Maximum number of ended sessions that are remembered. Reached only by a script that signs in and out without pause;
 * its next sign-in must wait, because forgetting one early could bring it back.
 */
const ENDED_MAX = 40;

/** One session as stored. Times in milliseconds since 1970. */
export const StoredSession = z.object({
  begun: z.number(),
  /** The last activity. */
  seen: z.number(),
  /** When it ends without further activity. Of an ended one: until when it is remembered. */
  until: z.number(),
  /** Browser and operating system, for people. */
  label: z.string(),
  /** Hash of the device's cookie, once the device was recognized. */
  device: z.optional(z.string()),
  /** The device is new to the account, and no one has confirmed it. */
  alert: z.optional(z.boolean()),
  ended: z.optional(z.boolean()),
  /** It expired, and the server noticed: its channels close, and a security event is recorded. */
  noticed: z.optional(z.boolean()),
  /** Rounded; only with the user's consent. */
  place: z.optional(Place),
});
export type StoredSession = z.infer<typeof StoredSession>;

/** A user's sessions by `origin_jti`. Undefined for an account that has had none since sessions are registered. */
export type Sessions = Readonly<Record<string, StoredSession>>;

/**
 * Where `Sessions` remembers that all of them were ended: an ended session that is no one's, begun at that time. A
 * sign-in before can no longer begin its session. It need not be remembered for longer than other ended sessions,
 * because then every such sign-in is older than `FRESH_MS`.
 */
const ALL = 'all';

/**
 * Whether a sign-in was before all sessions were ended. Tokens state whole seconds, so one of the same second counts as
 * later: a user who has just chosen a new password must be able to sign in with it.
 */
const isBeforeEnd = (sessions: Sessions, { authenticatedAt }: SignIn): boolean => {
  const ended = sessions[ALL];
  return ended !== undefined && authenticatedAt !== null && (authenticatedAt + 1) * 1000 <= ended.begun;
};

const isActive = ({ ended, until }: StoredSession, now: number): boolean => !ended && until > now;

/** The active sessions with their ids, the most recently used first. */
export const activeSessions = (
  sessions: Sessions | undefined,
  now: number,
): readonly (StoredSession & { readonly id: string })[] =>
  Object.entries(sessions ?? {})
    .filter(([, session]) => isActive(session, now))
    .map(([id, session]) => ({ ...session, id }))
    .sort((one, other) => other.seen - one.seen);

/** The active session of an id. */
export const activeSession = (sessions: Sessions | undefined, id: string, now: number): StoredSession | undefined => {
  const session = sessions && Object.hasOwn(sessions, id) ? sessions[id] : undefined;
  return session && isActive(session, now) ? session : undefined;
};

/**
 * Marks the sessions that have expired. Time alone changes nothing that is stored, so this is how the readers of the
 * table's stream learn of it. Every change of a user's sessions does this, and so does the first denied call.
 */
const noticeExpired = (sessions: Sessions, now: number): Sessions =>
  Object.fromEntries(
    Object.entries(sessions).map(([id, session]) => {
      const isNews = !session.ended && !session.noticed && session.until <= now;
      return [id, isNews ? { ...session, noticed: true } : session] as const;
    }),
  );

/**
 * Without the sessions that need no longer be remembered, and with those marked that have expired. A session that is
 * marked now is kept until the next change, so that a removal is never news.
 */
const pruned = (sessions: Sessions, now: number): Sessions => {
  const kept = Object.entries(sessions).filter(([, { ended, noticed, until }]) =>
    ended ? until > now : !noticed || until + EXPIRED_KEPT_MS > now,
  );
  return noticeExpired(Object.fromEntries(kept), now);
};

/**
 * Whether a call of a sign-in is allowed. `new`: its session can begin if there is room. Tokens without `origin_jti`,
 * which the pool issues only while revocation is off, belong to no session and are not limited.
 */
export type SessionState = 'active' | 'new' | 'ended' | 'expired';

/** The state of a sign-in's session. An account without registered sessions admits every token, even an older one. */
export const sessionStateOf = (sessions: Sessions | undefined, signIn: SignIn, now: number): SessionState => {
  if (signIn.id === null) return 'active';
  if (sessions === undefined) return 'new';
  const session = Object.hasOwn(sessions, signIn.id) ? sessions[signIn.id] : undefined;
  if (session?.ended) return 'ended';
  if (session) return session.until > now ? 'active' : 'expired';
  const isFresh = signIn.authenticatedAt !== null && signIn.authenticatedAt * 1000 > now - FRESH_MS;
  return isFresh && !isBeforeEnd(sessions, signIn) ? 'new' : 'ended';
};

/** What a sign-in shows of its device. */
export interface Visit {
  readonly label: string;
  /** Hash of the device's cookie, if it has one. */
  readonly device?: string | undefined;
  /**
   * Whether the call continues the session that the device has, such as after a further factor, or makes room for it.
   * Then no session of the device ends. @default false
   */
  readonly keepsOthers?: boolean;
}

/** A decision about a user's sessions: its result, and the sessions to store if they change. */
export interface Decision<T> {
  readonly outcome: T;
  readonly sessions?: Sessions | undefined;
}

const asEnded = (session: StoredSession, now: number): StoredSession => ({
  begun: session.begun,
  seen: session.seen,
  label: session.label,
  until: now + REMEMBERED_MS,
  ended: true,
});

/**
 * Begins the session of a sign-in, unless the user has as many as allowed (`full`). It replaces the active sessions of
 * the same device: a browser holds one sign-in, so the others were left there by a sign-out without a connection or by
 * deleted storage. If no one confirmed the device yet, the question stays open. The first call of an expired session
 * marks it as expired.
 */
export const admit = (
  sessions: Sessions | undefined,
  signIn: SignIn,
  { visit, limit, now }: { readonly visit: Visit; readonly limit: number; readonly now: number },
): Decision<SessionState | 'full'> => {
  const state = sessionStateOf(sessions, signIn, now);
  if (state === 'expired' && sessions && signIn.id !== null && !sessions[signIn.id]?.noticed)
    return { outcome: state, sessions: noticeExpired(sessions, now) };
  if (state !== 'new' || signIn.id === null) return { outcome: state };
  const { label, device, keepsOthers = false } = visit;
  const before = pruned(sessions ?? {}, now);
  const left = activeSessions(before, now).filter(
    (one) => !keepsOthers && device !== undefined && one.device === device,
  );
  const kept = { ...before, ...Object.fromEntries(left.map((one) => [one.id, asEnded(one, now)])) };
  const ended = Object.values(kept).filter((session) => session.ended).length;
  if (activeSessions(kept, now).length >= limit || ended > ENDED_MAX) return { outcome: 'full' };
  const begun: StoredSession = {
    begun: now,
    seen: now,
    until: now + SESSION_MS,
    label,
    ...(device === undefined ? {} : { device }),
    ...(left.some(({ alert }) => alert) ? { alert: true } : {}),
  };
  return { outcome: 'active', sessions: { ...kept, [signIn.id]: begun } };
};

/** When a session that is remembered was ended. Milliseconds since 1970. */
export const endedAt = ({ until }: Pick<StoredSession, 'until'>): number => until - REMEMBERED_MS;

/** Ends one session. False when it is not active. */
export const end = (sessions: Sessions | undefined, id: string, now: number): Decision<boolean> => {
  const session = activeSession(sessions, id, now);
  if (!sessions || !session) return { outcome: false };
  return { outcome: true, sessions: { ...pruned(sessions, now), [id]: asEnded(session, now) } };
};

/** The entry that keeps sign-ins before `now` from beginning their sessions. */
const endOfAll = (now: number): Sessions => ({
  [ALL]: { begun: now, seen: now, label: '', until: now + REMEMBERED_MS, ended: true },
});

/**
 * Ends all sessions but one, and keeps earlier sign-ins from beginning theirs. A sign-in that has no session itself, so
 * that it must make room first, does not keep any from it: it would be one of them. Returns how many it ended.
 */
export const endOthers = (sessions: Sessions | undefined, keptId: string, now: number): Decision<number> => {
  const others = activeSessions(sessions, now).filter(({ id }) => id !== keptId);
  const isKept = activeSession(sessions, keptId, now) !== undefined;
  if (!sessions || (others.length === 0 && !isKept)) return { outcome: 0 };
  const ended = Object.fromEntries(others.map((session) => [session.id, asEnded(session, now)] as const));
  return {
    outcome: others.length,
    sessions: { ...pruned(sessions, now), ...ended, ...(isKept ? endOfAll(now) : {}) },
  };
};

/** Ends all sessions, and keeps earlier sign-ins from beginning theirs. */
export const endAll = (sessions: Sessions | undefined, now: number): Sessions => ({
  ...pruned(sessions ?? {}, now),
  ...Object.fromEntries(activeSessions(sessions, now).map((session) => [session.id, asEnded(session, now)])),
  ...endOfAll(now),
});

/** The sessions of which a user gets a copy: not the entry that is no one's. */
export const ownSessions = (sessions: Sessions | undefined): readonly StoredSession[] =>
  Object.entries(sessions ?? {}).flatMap(([id, session]) => (id === ALL ? [] : [session]));

/** Changes an active session. `undefined` when it is not active. */
const changed = (
  sessions: Sessions | undefined,
  id: string,
  now: number,
  change: (session: StoredSession) => StoredSession,
): Decision<StoredSession | undefined> => {
  const session = activeSession(sessions, id, now);
  if (!sessions || !session) return { outcome: undefined };
  const after = change(session);
  return { outcome: after, sessions: { ...pruned(sessions, now), [id]: after } };
};

/** Extends a session to 24 hours from now. */
export const extend = (sessions: Sessions | undefined, id: string, now: number): Decision<StoredSession | undefined> =>
  changed(sessions, id, now, (session) => ({ ...session, seen: now, until: now + SESSION_MS }));

/**
 * Records the device of a session. Returns whether this is a change to confirm: a device that is new to the account,
 * unless two tabs of a new session were recognized at once, before the cookie of the first one arrived.
 */
export const onDevice = (
  sessions: Sessions | undefined,
  id: string,
  { device, isNew, now }: { readonly device: string; readonly isNew: boolean; readonly now: number },
): Decision<boolean> => {
  const session = activeSession(sessions, id, now);
  if (!sessions || !session) return { outcome: false };
  if (session.device === device) return { outcome: false };
  const raced = session.device !== undefined && now - session.begun < SAME_START_MS;
  const flagged = isNew && !raced;
  const after = { ...session, device, ...(flagged ? { alert: true } : {}) };
  return { outcome: flagged, sessions: { ...pruned(sessions, now), [id]: after } };
};

/** Records the place of a session. False when it is not active. */
export const atPlace = (sessions: Sessions | undefined, id: string, place: Place, now: number): Decision<boolean> => {
  const { outcome, sessions: after } = changed(sessions, id, now, (session) => ({ ...session, place }));
  return { outcome: outcome !== undefined, sessions: after };
};

/** Removes the places of all sessions. Returns whether there were any. */
export const withoutPlaces = (sessions: Sessions | undefined, now: number): Decision<boolean> => {
  if (!sessions || !Object.values(sessions).some(({ place }) => place !== undefined)) return { outcome: false };
  const bare = Object.entries(pruned(sessions, now)).map(
    ([id, { place: _place, ...session }]) => [id, session] as const,
  );
  return { outcome: true, sessions: Object.fromEntries(bare) };
};

/** What became of a confirmation. `untrusted`: the confirming session is on a new device itself. */
export type Confirmation = 'confirmed' | 'unknown' | 'untrusted';

/**
 * Confirms a session on a new device. Only a session on a device that the account knew may do so: otherwise an
 * intruder could confirm their own.
 */
export const confirm = (
  sessions: Sessions | undefined,
  id: string,
  { by, now }: { readonly by: string; readonly now: number },
): Decision<Confirmation> => {
  if (!activeSession(sessions, id, now)) return { outcome: 'unknown' };
  if (activeSession(sessions, by, now)?.alert !== undefined) return { outcome: 'untrusted' };
  const { sessions: after } = changed(sessions, id, now, ({ alert: _alert, ...session }) => session);
  return { outcome: 'confirmed', sessions: after };
};

/**
 * Moves a session to a newer sign-in of the same user, such as after a further factor. It keeps its device and needs no
 * further place. False when the older one is not active, or the newer one has ended.
 */
export const renew = (
  sessions: Sessions | undefined,
  ids: { readonly from: string; readonly to: string },
  now: number,
): Decision<boolean> => {
  const session = activeSession(sessions, ids.from, now);
  if (!sessions || !session || sessions[ids.to]?.ended) return { outcome: false };
  if (ids.from === ids.to) return { outcome: true };
  return {
    outcome: true,
    sessions: {
      ...pruned(sessions, now),
      [ids.from]: asEnded(session, now),
      [ids.to]: { ...session, seen: now, until: now + SESSION_MS },
    },
  };
};

/** Whether a stored session is over: ended, marked as expired, or forgotten. */
export const isOver = (session: StoredSession | undefined): boolean =>
  session === undefined || session.ended === true || session.noticed === true;

/** Whether a change ends a session, or marks one as expired. */
export const endsSession = (before: Sessions | undefined, after: Sessions | undefined): boolean =>
  Object.entries(before ?? {}).some(([id, session]) => !isOver(session) && isOver(after?.[id]));

/** What the user sees of their sessions; activity is not part of it, because it changes often. */
export const visiblePart = (sessions: Sessions | undefined): string =>
  JSON.stringify(
    Object.entries(sessions ?? {})
      .filter(([, session]) => !isOver(session))
      .map(([id, { label, alert = false }]) => [id, label, alert])
      .sort(),
  );
