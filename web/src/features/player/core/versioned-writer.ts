/**
 * Writes of one page to a record that other devices write too. Each write carries a stamp, with which the server makes
 * sure that an older write never replaces a newer one.
 */
import type { Clock } from '../../../lib/clock.ts';

/** Identifies a write and the version that it is based on. */
export interface Stamp {
  readonly base_version: number;
  readonly writer: string;
  readonly number: number;
}

/**
 * The server's response to a write. `saved`: it has this version now. `stale`: another writer was first; this is its
 * version, 0 if nothing is stored. `off`: nothing is recorded at present.
 */
export type WriteAnswer = { readonly kind: 'saved' | 'stale'; readonly version: number } | { readonly kind: 'off' };

export interface WriterPorts<T> {
  readonly clock: Clock;
  /** Identifies this page among all writers. */
  readonly writer: string;
  /** Sends a write; rejects without a response. `leaving`: the page may close before the response arrives. */
  readonly send: (value: T, stamp: Stamp, leaving: boolean) => Promise<WriteAnswer>;
  /** Called with the response to each write. */
  readonly onAnswer?: (answer: WriteAnswer, value: T) => void;
}

/** Minimum milliseconds between two writes, except when the page is hidden or closed. */
export const WRITE_FLOOR_MS = 5_000;
/** Milliseconds after which an unanswered write is repeated; doubles each time, up to AGAIN_MAX_MS. */
const AGAIN_MS = 15_000;
const AGAIN_MAX_MS = 300_000;

/** Writes values one at a time, and only the newest one. */
export interface VersionedWriter<T> {
  /** The version that this page knows; 0 for none. */
  readonly version: () => number;
  /** The page read this version from the server: later writes are based on it, and a waiting value is outdated. */
  readonly know: (version: number) => void;
  /** Writes at once, or when WRITE_FLOOR_MS have passed. Replaces a waiting value. */
  readonly write: (value: T) => void;
  /**
   * Sends a waiting value now, even while another write is in progress: the page is hidden or closed, or the user signs
   * out. Resolves once the writes are answered or have failed.
   */
  readonly leave: () => Promise<unknown>;
  /** Sends nothing from now on, and ignores responses: another user may be signed in. */
  readonly end: () => void;
}

/** Creates a writer. `nextNumber` is shared by all writers of a page. */
export const createVersionedWriter = <T>(
  { clock, writer, send, onAnswer }: WriterPorts<T>,
  nextNumber: () => number,
): VersionedWriter<T> => {
  let version = 0;
  let waiting: { readonly value: T } | null = null;
  let sending = false;
  /** Increases with each newer value and each foreign write: earlier values are then too old to be sent again. */
  let age = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let pause = AGAIN_MS;
  let cancel: (() => void) | null = null;
  let ended = false;
  /** Resolves after the writes in progress. */
  let delivered: Promise<unknown> = Promise.resolve();

  const later = (ms: number) => {
    cancel?.();
    cancel = clock.after(ms, () => {
      cancel = null;
      flush();
    });
  };

  /** Discards the values of this page so far. */
  const forget = () => {
    age += 1;
    waiting = null;
  };

  const deliver = async (value: T, leaving: boolean): Promise<void> => {
    sending = true;
    sentAt = clock.now();
    age += 1;
    const own = age;
    try {
      const answer = await send(value, { base_version: version, writer, number: nextNumber() }, leaving);
      if (ended) return;
      pause = AGAIN_MS;
      if (answer.kind === 'saved') version = Math.max(version, answer.version);
      if (answer.kind === 'stale') version = answer.version;
      // Values from before this response are not newer than the other write.
      if (answer.kind !== 'saved') forget();
      onAnswer?.(answer, value);
    } catch {
      if (ended) return;
      if (own === age) waiting ??= { value };
      later(pause);
      pause = Math.min(AGAIN_MAX_MS, pause * 2);
    }
    sending = false;
    if (waiting && !cancel) flush();
  };

  const flush = () => {
    if (!waiting || sending) return;
    const wait = sentAt + WRITE_FLOOR_MS - clock.now();
    if (wait > 0) return later(wait);
    const { value } = waiting;
    waiting = null;
    delivered = deliver(value, false);
  };

  return {
    version: () => version,
    know: (known) => {
      // A read may be older than this page's last write.
      if (known <= version) return;
      version = known;
      forget();
    },
    write: (value) => {
      if (ended) return;
      waiting = { value };
      if (!cancel) flush();
    },
    leave: () => {
      if (!waiting) return delivered;
      cancel?.();
      cancel = null;
      const { value } = waiting;
      waiting = null;
      delivered = Promise.all([delivered, deliver(value, true)]);
      return delivered;
    },
    end: () => {
      ended = true;
      cancel?.();
      cancel = null;
      waiting = null;
    },
  };
};
