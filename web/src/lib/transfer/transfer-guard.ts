import type { Clock } from '../clock.ts';
import type { Connection } from '../connection.ts';
import { timeoutError } from './transfer-error.ts';
import type { TransferMeter } from './transfer-meter.ts';

/** Milliseconds without progress after which a transfer fails, and between two checks (specification, section 9). */
const STALL_LIMIT_MS = 5 * 60_000;
const STALL_CHECK_MS = 30_000;
/**
 * Maximum milliseconds of a transfer (specification, section 9). Time in which the device sleeps or is offline does not
 * count.
 */
const TRANSFER_LIMIT_MS = 4 * 60 * 60_000;
/**
 * Milliseconds between two checks beyond which the device must have slept. Browsers delay the timers of hidden pages by
 * up to a minute.
 */
const ASLEEP_MS = 5 * STALL_CHECK_MS;

export interface GuardOptions {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly meter: TransferMeter;
  readonly signal: AbortSignal;
}

/** Aborts a transfer that stalls or takes too long, and all of its requests when one of them fails permanently. */
export const guarded = async <T>(
  { clock, connection, meter, signal }: GuardOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const inner = new AbortController();
  const onAbort = () => inner.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  let checkedAt = clock.now();
  let spent = 0;
  const check = () => {
    const now = clock.now();
    const passed = now - checkedAt;
    checkedAt = now;
    if (passed > ASLEEP_MS || !connection.isOnline()) meter.excuse();
    else spent += passed;
    if (now - meter.lastProgressAt() > STALL_LIMIT_MS || spent >= TRANSFER_LIMIT_MS) inner.abort(timeoutError());
    else stopChecking = clock.after(STALL_CHECK_MS, check);
  };
  let stopChecking = clock.after(STALL_CHECK_MS, check);
  try {
    return await run(inner.signal);
  } catch (error) {
    inner.abort(error);
    throw inner.signal.reason;
  } finally {
    stopChecking();
    signal.removeEventListener('abort', onAbort);
  }
};
