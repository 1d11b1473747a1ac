import type { Clock } from '../clock.ts';

/** Progress of a transfer. Speed and time left are null until they can be estimated. */
export interface TransferProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** Milliseconds over which the speed is averaged. */
const WINDOW_MS = 8_000;
/** Milliseconds of transfer before a speed is reported. */
const MIN_SPAN_MS = 1_000;
/** Milliseconds between two reports. */
const REPORT_EVERY_MS = 200;

/** Adds up the bytes sent by several requests and reports them at most five times a second. */
export interface TransferMeter {
  /** Sets the bytes sent by one request (the part number, or 0); a retry resets them to 0. */
  readonly sent: (request: number, bytes: number) => void;
  /** When the total last reached a new maximum, in milliseconds since the epoch. */
  readonly lastProgressAt: () => number;
  /** Counts now as progress: the device slept or was offline. */
  readonly excuse: () => void;
}

/** Creates a meter for a transfer of `totalBytes`, of which `storedBytes` are already stored. */
export const createTransferMeter = (
  clock: Clock,
  totalBytes: number,
  report: (progress: TransferProgress) => void,
  storedBytes = 0,
): TransferMeter => {
  const requests = new Map<number, number>();
  const samples = [{ at: clock.now(), bytes: storedBytes }];
  let total = storedBytes;
  let most = storedBytes;
  let progressAt = clock.now();
  let reportedAt = Number.NEGATIVE_INFINITY;

  const speed = (now: number): number | null => {
    while (samples.length > 2 && now - (samples[0]?.at ?? now) > WINDOW_MS) samples.shift();
    const first = samples[0];
    if (!first || now - first.at < MIN_SPAN_MS || total <= first.bytes) return null;
    return ((total - first.bytes) / (now - first.at)) * 1_000;
  };

  return {
    lastProgressAt: () => progressAt,
    excuse: () => (progressAt = clock.now()),
    sent: (request, bytes) => {
      const now = clock.now();
      total += bytes - (requests.get(request) ?? 0);
      requests.set(request, bytes);
      if (total > most) {
        most = total;
        progressAt = now;
      }
      if (now - reportedAt < REPORT_EVERY_MS && total < totalBytes) return;
      reportedAt = now;
      samples.push({ at: now, bytes: total });
      const bytesPerSecond = speed(now);
      report({
        sentBytes: total,
        totalBytes,
        bytesPerSecond,
        secondsLeft: bytesPerSecond === null ? null : (totalBytes - total) / bytesPerSecond,
      });
    },
  };
};
