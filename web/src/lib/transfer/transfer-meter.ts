import type { Clock } from '../clock.ts';

/** How far a transfer is. Speed and time left are null until they can be told. */
export interface TransferProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** Milliseconds that the shown speed looks back. */
const WINDOW_MS = 8_000;
/** Milliseconds of transfer before a speed is told. */
const MIN_SPAN_MS = 1_000;
/** Milliseconds between two reports. */
const REPORT_EVERY_MS = 200;

/** Counts what was sent of several requests and tells it at most five times a second. */
export interface TransferMeter {
  /** Sets what one request (a part's number, or 0) has sent; a retry sets it back to 0. */
  readonly sent: (request: number, bytes: number) => void;
  /** When more bytes than ever before had been sent, in milliseconds since the epoch. */
  readonly lastProgressAt: () => number;
  /** Counts a time in which nothing could move as progress. */
  readonly excuse: () => void;
}

/** Makes a meter for a transfer of `totalBytes`, of which `storedBytes` have arrived before. */
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
