/**
 * Writes of one page to one thing that other devices write too. An older write never wins: the server sees to it, by
 * what is sent along here.
 */
import type { Clock } from '../../../lib/clock.ts';

/** On what a write stands. */
export interface Stamp {
  readonly base_version: number;
  readonly writer: string;
  readonly number: number;
}

/**
 * What the server says to a write: it stands with this version; somebody was there before, whose version this is (0:
 * nothing is there); nothing is kept at present.
 */
export type WriteAnswer = { readonly kind: 'saved' | 'stale'; readonly version: number } | { readonly kind: 'off' };

export interface WriterPorts<T> {
  readonly clock: Clock;
  /** Names this page among all that write. */
  readonly writer: string;
  /** Sends a write; rejects when no answer came. `leaving`: the page may end before one comes. */
  readonly send: (value: T, stamp: Stamp, leaving: boolean) => Promise<WriteAnswer>;
  /** What became of a write. */
  readonly onAnswer?: (answer: WriteAnswer, value: T) => void;
}

/** Milliseconds between two writes at least, except when the page is left. */
export const WRITE_FLOOR_MS = 5_000;
/** Milliseconds after which a write that nobody answered is made again; twice as long each time, up to the second. */
const AGAIN_MS = 15_000;
const AGAIN_MAX_MS = 300_000;

/** Writes values, the newest only, one at a time. */
export interface VersionedWriter<T> {
  /** The version that this page knows; 0 for none. */
  readonly version: () => number;
  /** What the server has was read: values from now on stand on this version, and what waits is older. */
  readonly know: (version: number) => void;
  /** Writes soon: at once, or when the floor has passed. A value that waits is replaced. */
  readonly write: (value: T) => void;
  /** The page is left: what waits is sent now, also beside a write that is under way. */
  readonly leave: () => void;
  /** Forgets what waits. */
  readonly stop: () => void;
}

/** Makes a writer. Numbers rise over the whole page, so that it may make one for each thing. */
export const createVersionedWriter = <T>(
  { clock, writer, send, onAnswer }: WriterPorts<T>,
  nextNumber: () => number,
): VersionedWriter<T> => {
  let version = 0;
  let waiting: { readonly value: T } | null = null;
  let underWay = false;
  /**
   * Rises with everything that makes what was sent before too old to be sent again: a later value, or news of another
   * writer.
   */
  let age = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let pause = AGAIN_MS;
  let cancel: (() => void) | null = null;

  const later = (ms: number) => {
    cancel?.();
    cancel = clock.after(ms, () => {
      cancel = null;
      flush();
    });
  };

  /** What this page saw so far is given up. */
  const forget = () => {
    age += 1;
    waiting = null;
  };

  const deliver = async (value: T, leaving: boolean): Promise<void> => {
    underWay = true;
    sentAt = clock.now();
    age += 1;
    const own = age;
    try {
      const answer = await send(value, { base_version: version, writer, number: nextNumber() }, leaving);
      pause = AGAIN_MS;
      if (answer.kind === 'saved') version = Math.max(version, answer.version);
      if (answer.kind === 'stale') version = answer.version;
      // What this page saw before it knew of the other write is not newer than that: it is given up.
      if (answer.kind !== 'saved') forget();
      onAnswer?.(answer, value);
    } catch {
      if (own === age) waiting ??= { value };
      later(pause);
      pause = Math.min(AGAIN_MAX_MS, pause * 2);
    }
    underWay = false;
    if (waiting && !cancel) flush();
  };

  const flush = () => {
    if (!waiting || underWay) return;
    const wait = sentAt + WRITE_FLOOR_MS - clock.now();
    if (wait > 0) return later(wait);
    const { value } = waiting;
    waiting = null;
    void deliver(value, false);
  };

  return {
    version: () => version,
    know: (known) => {
      // Readings may be a moment old.
      if (known <= version) return;
      version = known;
      forget();
    },
    write: (value) => {
      waiting = { value };
      if (!cancel) flush();
    },
    leave: () => {
      if (!waiting) return;
      cancel?.();
      cancel = null;
      const { value } = waiting;
      waiting = null;
      void deliver(value, true);
    },
    stop: () => {
      cancel?.();
      cancel = null;
      waiting = null;
    },
  };
};
