import { LIVE_FLOOR_SECONDS } from '../../contract/live/live-messages.ts';

/** Minimum number of milliseconds between the end of one sending of a topic and the start of the next. */
export const FLOOR_MS = LIVE_FLOOR_SECONDS * 1000;

/**
 * Maximum duration of a sending in milliseconds, longer than the function's timeout. After this time, a sending that
 * never ended no longer blocks others.
 */
export const SENDING_MS = 65_000;

/**
 * Milliseconds after which a due sending that never began is abandoned: its message was lost or is waiting for a retry.
 */
export const OVERDUE_MS = 60_000;

/** Milliseconds after which a retry for unreached connections is abandoned. */
export const PARTIAL_MS = 60_000;

/**
 * State of the sendings of a topic. It has two independent parts. A due sending (`claim`, `due_at`) covers every change
 * until it begins. A sending in progress (`send`, `started_at`) blocks the next one until `free_at`. Times in
 * milliseconds since 1970.
 */
export interface TopicState {
  /** Id of the due sending. */
  readonly claim?: string | undefined;
  readonly due_at?: number | undefined;
  /** When the last sending to all subscribers began. */
  readonly started_at?: number | undefined;
  /** Id of the sending in progress. */
  readonly send?: string | undefined;
  /** The earliest start of the next sending. */
  readonly free_at?: number | undefined;
}

/** A queued sending. */
export interface Sending {
  readonly claim: string;
  readonly due_at: number;
  /** Whether it goes only to the connections that an earlier sending did not reach. */
  readonly partial: boolean;
}

/**
 * Requests a sending for a change. Returns undefined when a sending is already due, which will cover this change too.
 * Repeating the same `claim` has the same result, in case its message did not reach the queue.
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

/** What to do with a sending from the queue. */
export type Start =
  | { readonly kind: 'begin'; readonly state: TopicState }
  /** Too early; wait for this many milliseconds. */
  | { readonly kind: 'wait'; readonly ms: number; readonly state?: undefined }
  /** A later sending has notified all subscribers, or is doing so. */
  | { readonly kind: 'drop'; readonly state?: undefined }
  /** The remaining connections could not be reached for too long. */
  | { readonly kind: 'give up'; readonly state?: undefined };

/**
 * Decides whether a sending can begin. After the new state of `begin` is stored, no other sending begins until this one
 * has ended and the minimum interval has passed. An interrupted sending can begin again when its maximum duration is
 * over.
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

/** Ends a sending. Undefined when its maximum duration was over and another sending has begun. */
export const endSending = (state: TopicState, claim: string, now: number): TopicState | undefined =>
  state.send === claim ? { ...state, send: undefined, free_at: now + FLOOR_MS } : undefined;
