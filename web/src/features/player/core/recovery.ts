/** How playing goes on after a fault. */
import type { Clock } from '../../../lib/clock.ts';
import type { MediaFault } from '../engine/media-engine.ts';
import { PlaybackRefused, type PlayerFailure } from './media-access.ts';
import { mediaErrorText } from './rules.ts';
import { playerTexts } from './texts.ts';

const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;

/** Milliseconds to a reload after a decode error, and in which a second one is final (specification, section 4; U6). */
const DECODE_RELOAD_MS = 1_000;
const DECODE_WINDOW_MS = 5_000;
/** Milliseconds before each attempt to get going again; after the last one the fault is shown. */
const NETWORK_DELAYS_MS: readonly number[] = [0, 1_000, 3_000, 8_000];
/** Milliseconds of waiting for data after which the address is refreshed. */
const STALL_MS = 10_000;
/** Refused right after this many renewals within the window, renewing does not help. */
const FORBIDDEN_LIMIT = 3;
const FORBIDDEN_WINDOW_MS = 30_000;

export interface RecoveryParts {
  readonly clock: Clock;
  /** Renews address and cookies; answers whether another address was loaded thereby. */
  readonly renew: () => Promise<boolean>;
  readonly resumeLoading: () => void;
  /** Loads the address anew. */
  readonly reload: (fromStart: boolean) => void;
  readonly fail: (failure: PlayerFailure) => void;
}

/** Follows one run through its faults. */
export interface Recovery {
  readonly fault: (fault: MediaFault, time: number) => void;
  readonly waiting: () => void;
  /** Playing moves, or rests on purpose. */
  readonly settled: () => void;
  /** The position, in seconds: one beyond that of the last fault proves that it is overcome. */
  readonly moved: (time: number) => void;
  readonly stop: () => void;
}

/** Makes the follower. While it works on one fault, others of the same trouble are ignored. */
export const createRecovery = ({ clock, renew, resumeLoading, reload, fail }: RecoveryParts): Recovery => {
  let working = false;
  let attempts = 0;
  let faultAt = 0;
  let lastDecode = Number.NEGATIVE_INFINITY;
  let refusals: readonly number[] = [];
  let cancelTimer: (() => void) | null = null;
  let cancelStall: (() => void) | null = null;
  let generation = 0;

  const failWith = (text: string) => fail({ kind: 'message', text });

  const later = (ms: number, task: () => void) => {
    working = true;
    cancelTimer = clock.after(ms, () => {
      cancelTimer = null;
      task();
    });
  };

  const renewThen = async (goOn: () => void, giveUp: () => void) => {
    const asked = generation;
    working = true;
    try {
      const moved = await renew();
      if (asked !== generation) return;
      working = false;
      if (!moved) goOn();
    } catch (error) {
      if (asked !== generation) return;
      working = false;
      if (error instanceof PlaybackRefused && !error.transient) fail(error.failure);
      else giveUp();
    }
  };

  /** Refreshes the address and goes on at the same position, some times. */
  const regain = (code: number, goOn: () => void) => {
    const delay = NETWORK_DELAYS_MS[attempts];
    attempts += 1;
    if (delay === undefined) return failWith(mediaErrorText(code));
    const attempt = () => void renewThen(goOn, () => regain(code, goOn));
    if (delay === 0) attempt();
    else later(delay, attempt);
  };

  const forbidden = () => {
    const now = clock.now();
    refusals = [...refusals.filter((time) => now - time < FORBIDDEN_WINDOW_MS), now];
    if (refusals.length > FORBIDDEN_LIMIT) return failWith(playerTexts.secureUrlFailed(playerTexts.cookiesRefused));
    void renewThen(resumeLoading, () => regain(NETWORK, resumeLoading));
  };

  const decode = () => {
    const now = clock.now();
    if (now - lastDecode < DECODE_WINDOW_MS) return failWith(mediaErrorText(DECODE));
    lastDecode = now;
    later(DECODE_RELOAD_MS, () => {
      working = false;
      reload(true);
    });
  };

  const settled = () => {
    cancelStall?.();
    cancelStall = null;
  };

  return {
    fault: (fault, time) => {
      if (working) return;
      settled();
      faultAt = time;
      if (fault.kind === 'forbidden') forbidden();
      else if (fault.kind === 'network') regain(NETWORK, resumeLoading);
      else if (fault.kind === 'decode') decode();
      else if (fault.code === ABORTED) failWith(mediaErrorText(ABORTED));
      else regain(fault.code, () => reload(false));
    },
    waiting: () => {
      cancelStall ??= clock.after(STALL_MS, () => {
        cancelStall = null;
        if (!working) regain(NETWORK, resumeLoading);
      });
    },
    settled,
    moved: (time) => {
      if (time > faultAt + 1) attempts = 0;
    },
    stop: () => {
      generation += 1;
      working = false;
      attempts = 0;
      faultAt = 0;
      lastDecode = Number.NEGATIVE_INFINITY;
      refusals = [];
      cancelTimer?.();
      cancelTimer = null;
      settled();
    },
  };
};
