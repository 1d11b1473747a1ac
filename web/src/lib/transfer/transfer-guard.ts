import type { Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';
import { timeoutError } from './transfer-error.ts';
import type { TransferMeter } from './transfer-meter.ts';

/**
 * Milliseconds without progress after which a transfer is given up, and between two looks (specification, section 9).
 */
const STALL_LIMIT_MS = 5 * 60_000;
const STALL_CHECK_MS = 30_000;
/**
 * Milliseconds that a transfer may take in all (specification, section 9). Time asleep or without a network is none of
 * its own.
 */
const TRANSFER_LIMIT_MS = 4 * 60 * 60_000;
/**
 * Milliseconds between two looks beyond which the device slept; browsers hold timers of hidden pages back for up to a
 * minute.
 */
const ASLEEP_MS = 5 * STALL_CHECK_MS;

export interface GuardOptions {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly meter: TransferMeter;
  readonly signal: AbortSignal;
}

/** Ends a transfer that stands still or takes too long, and all requests of it when one fails for good. */
export const guarded = async <T>(
  { clock, connection, meter, signal }: GuardOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const inner = new AbortController();
  const onAbort = () => inner.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  let lookedAt = clock.now();
  let spent = 0;
  const look = () => {
    const now = clock.now();
    const passed = now - lookedAt;
    lookedAt = now;
    if (passed > ASLEEP_MS || !connection.isOnline()) meter.excuse();
    else spent += passed;
    if (now - meter.lastProgressAt() > STALL_LIMIT_MS || spent >= TRANSFER_LIMIT_MS) inner.abort(timeoutError());
    else stopLooking = clock.after(STALL_CHECK_MS, look);
  };
  let stopLooking = clock.after(STALL_CHECK_MS, look);
  try {
    return await run(inner.signal);
  } catch (error) {
    inner.abort(error);
    throw inner.signal.reason;
  } finally {
    stopLooking();
    signal.removeEventListener('abort', onAbort);
  }
};
