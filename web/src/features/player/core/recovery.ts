/** How playing continues after an error. */
import type { PlayFailure } from '../../../../../lambdas/contract/delivery/play-kinds.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { MediaFault } from '../engine/media-engine.ts';
import { PlaybackError, type PlayerFailure } from './media-access.ts';
import { mediaErrorText } from './rules.ts';
import { playerTexts } from './texts.ts';

const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;

/**
 * Milliseconds from a decode error to the reload, and within which a second decode error is final (specification,
 * section 4; U6).
 */
const DECODE_RELOAD_MS = 1_000;
const DECODE_WINDOW_MS = 5_000;
/** Milliseconds before each attempt to continue; after the last one the error is shown. */
const NETWORK_DELAYS_MS: readonly number[] = [0, 1_000, 3_000, 8_000];
/** Milliseconds of waiting for data after which the URL is refreshed. */
const STALL_MS = 10_000;
/** If access is denied after this many renewals within the window, renewing does not help. */
const FORBIDDEN_LIMIT = 3;
const FORBIDDEN_WINDOW_MS = 30_000;

export interface RecoveryParts {
  readonly clock: Clock;
  /** Renews URL and cookies. Returns whether another URL was loaded. */
  readonly renew: () => Promise<boolean>;
  readonly resumeLoading: () => void;
  /** Loads the URL from scratch. */
  readonly reload: (fromStart: boolean) => void;
  readonly fail: (failure: PlayerFailure) => void;
}

/** Handles the errors of one run. */
export interface Recovery {
  readonly fault: (fault: MediaFault, time: number) => void;
  readonly waiting: () => void;
  /** Playing continues, or is paused. */
  readonly settled: () => void;
  /** The position, in seconds. A position beyond that of the last error shows that playing continued. */
  readonly moved: (time: number) => void;
  readonly stop: () => void;
}

/** One timer that can be stopped. */
const createTimer = (clock: Clock) => {
  let cancel: (() => void) | null = null;
  return {
    isRunning: () => cancel !== null,
    start: (ms: number, task: () => void) => {
      cancel = clock.after(ms, () => {
        cancel = null;
        task();
      });
    },
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
};

/** Creates the recovery. While it handles one error, it ignores others: they usually have the same cause. */
export const createRecovery = ({ clock, renew, resumeLoading, reload, fail }: RecoveryParts): Recovery => {
  let busy = false;
  let attempts = 0;
  let faultAt = 0;
  let lastDecode = Number.NEGATIVE_INFINITY;
  let denials: readonly number[] = [];
  let generation = 0;
  const retryTimer = createTimer(clock);
  const stallTimer = createTimer(clock);

  const failWith = (text: string, reason: PlayFailure) => fail({ kind: 'message', text, reason });

  const later = (ms: number, task: () => void) => {
    busy = true;
    retryTimer.start(ms, task);
  };

  const renewThen = async (onRenewed: () => void, onFailed: () => void) => {
    const startedIn = generation;
    busy = true;
    try {
      const moved = await renew();
      if (startedIn !== generation) return;
      busy = false;
      if (!moved) onRenewed();
    } catch (error) {
      if (startedIn !== generation) return;
      busy = false;
      if (error instanceof PlaybackError && !error.transient) fail(error.failure);
      else onFailed();
    }
  };

  /** Refreshes the URL and continues at the same position, with a limited number of attempts. */
  const regain = (code: number, onRenewed: () => void) => {
    const delay = NETWORK_DELAYS_MS[attempts];
    attempts += 1;
    if (delay === undefined) return failWith(mediaErrorText(code), code === NETWORK ? 'network' : 'element');
    const attempt = () => void renewThen(onRenewed, () => regain(code, onRenewed));
    if (delay === 0) attempt();
    else later(delay, attempt);
  };

  const onForbidden = () => {
    const now = clock.now();
    denials = [...denials.filter((time) => now - time < FORBIDDEN_WINDOW_MS), now];
    if (denials.length > FORBIDDEN_LIMIT)
      return failWith(playerTexts.secureUrlFailed(playerTexts.cookiesRejected), 'forbidden');
    void renewThen(resumeLoading, () => regain(NETWORK, resumeLoading));
  };

  const onDecodeError = () => {
    const now = clock.now();
    if (now - lastDecode < DECODE_WINDOW_MS) return failWith(mediaErrorText(DECODE), 'decode');
    lastDecode = now;
    later(DECODE_RELOAD_MS, () => {
      busy = false;
      reload(true);
    });
  };

  return {
    fault: (fault, time) => {
      if (busy) return;
      stallTimer.stop();
      faultAt = time;
      if (fault.kind === 'forbidden') onForbidden();
      else if (fault.kind === 'network') regain(NETWORK, resumeLoading);
      else if (fault.kind === 'decode') onDecodeError();
      else if (fault.code === ABORTED) failWith(mediaErrorText(ABORTED), 'element');
      else regain(fault.code, () => reload(false));
    },
    waiting: () => {
      if (stallTimer.isRunning()) return;
      stallTimer.start(STALL_MS, () => {
        if (!busy) regain(NETWORK, resumeLoading);
      });
    },
    settled: stallTimer.stop,
    moved: (time) => {
      if (time > faultAt + 1) attempts = 0;
    },
    stop: () => {
      generation += 1;
      busy = false;
      attempts = 0;
      faultAt = 0;
      lastDecode = Number.NEGATIVE_INFINITY;
      denials = [];
      retryTimer.stop();
      stallTimer.stop();
    },
  };
};
