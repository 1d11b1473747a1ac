import { LIVE_FLOOR_SECONDS } from '../../contract/live/live-messages.ts';

/** Milliseconds between the end of one sending of a topic and the start of the next, at least. */
export const FLOOR_MS = LIVE_FLOOR_SECONDS * 1000;

/**
 * Milliseconds that one sending may take; the function's own limit is shorter. After them a sending that never ended
 * holds nothing up.
 */
export const SENDING_MS = 65_000;

/**
 * Milliseconds after which a sending that was due and never began is given up: its message is lost or waits for its
 * next try.
 */
export const OVERDUE_MS = 60_000;

/** Milliseconds after which a sending to those that an earlier one did not reach is not tried any more. */
export const PARTIAL_MS = 60_000;

/**
 * How the sending of a topic stands. Its two halves are independent: a sending that is due (`claim`, `due_at`) carries
 * every change that comes until it begins; one that has begun (`send`, `started_at`) holds the next one up until
 * `free_at`. Times in milliseconds since 1970.
 */
export interface TopicState {
  /** Who asked for the sending that is due. */
  readonly claim?: string | undefined;
  readonly due_at?: number | undefined;
  /** When the last sending to everybody began. */
  readonly started_at?: number | undefined;
  /** The sending that has begun and not ended. */
  readonly send?: string | undefined;
  /** The next sending may begin from then on. */
  readonly free_at?: number | undefined;
}

/** One sending, as it waits in the queue. */
export interface Sending {
  readonly claim: string;
  readonly due_at: number;
  /** It goes to some connections only, which an earlier one did not reach. */
  readonly partial: boolean;
}

/**
 * A change asks for a sending. Undefined: one is due that has not begun, which tells this change too. The same `claim`
 * again (its message may not have reached the queue) is answered as before.
 */
export const claimSending = (
  state: TopicState,
  claim: string,
  now: number,
): { readonly state: TopicState; readonly dueAt: number } | undefined => {
  if (state.claim !== undefined && state.due_at !== undefined) {
    if (state.claim === claim) return { state, dueAt: state.due_at };
    if (state.due_at + OVERDUE_MS > now) return undefined;
  }
  const dueAt = Math.max(now, (state.started_at ?? -FLOOR_MS) + FLOOR_MS);
  return { state: { ...state, claim, due_at: dueAt }, dueAt };
};

/** What becomes of a sending that comes out of the queue. */
export type Start =
  | { readonly kind: 'begin'; readonly state: TopicState }
  /** It is too early; milliseconds to wait. */
  | { readonly kind: 'wait'; readonly ms: number; readonly state?: undefined }
  /** A later one told everybody, or is telling them. */
  | { readonly kind: 'drop'; readonly state?: undefined }
  /** It goes to some, who could not be reached for too long. */
  | { readonly kind: 'give up'; readonly state?: undefined };

/**
 * A sending wants to begin. From the change of state that `begin` answers no other begins before it ended and the floor
 * has passed. A sending that broke off begins again when its time is over.
 */
export const beginSending = (state: TopicState, sending: Sending, now: number): Start => {
  const again = state.send === sending.claim;
  if (!again && state.started_at !== undefined && state.started_at >= sending.due_at) return { kind: 'drop' };
  if (sending.partial && sending.due_at + PARTIAL_MS <= now) return { kind: 'give up' };
  const wait = Math.max(state.free_at ?? 0, sending.due_at) - now;
  if (wait > 0) return { kind: 'wait', ms: wait };
  const begun = { ...state, send: sending.claim, free_at: now + SENDING_MS };
  if (sending.partial) return { kind: 'begin', state: begun };
  return { kind: 'begin', state: { ...begun, claim: undefined, due_at: undefined, started_at: now } };
};

/** A sending ended. Undefined: its time was over before, and another took its place. */
export const endSending = (state: TopicState, claim: string, now: number): TopicState | undefined =>
  state.send === claim ? { ...state, send: undefined, free_at: now + FLOOR_MS } : undefined;
