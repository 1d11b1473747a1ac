import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js';
import { createFragmentParts, joinBytes } from './fragment-parts.ts';
import type { WarmFile, WarmMedia } from './warm-media.ts';

const OK = 200;

/**
 * Times of a file, from which hls.js computes the bandwidth. The time that a complete file waited is subtracted, so
 * that the connection does not look slower than it is.
 */
const timesOf = (
  { times: { start, first, end } }: WarmFile,
  now: number,
): { readonly start: number; readonly first: number } => {
  const waited = end > 0 ? now - end : 0;
  return { start: start + waited, first: first > 0 ? first + waited : 0 };
};

interface Delivery<T extends LoaderContext> {
  readonly file: WarmFile;
  readonly stats: LoaderStats;
  readonly context: T;
  readonly config: LoaderConfiguration;
  readonly callbacks: LoaderCallbacks<T>;
  /** Loads the file from scratch: it failed before hls.js received any of it. */
  readonly loadCold: () => void;
  /** The delivery is over, whatever its result. */
  readonly onSettled: () => void;
}

/** Delivers a file to hls.js, in parts where hls.js accepts them. Returns a function that cancels the delivery. */
const deliver = <T extends LoaderContext>({
  file,
  stats,
  context,
  config,
  callbacks: { onProgress, onSuccess, onError, onTimeout },
  loadCold,
  onSettled,
}: Delivery<T>): (() => void) => {
  const whole: Uint8Array[] = [];
  // hls.js sets a high-water mark where it accepts a segment in parts.
  const parts = onProgress && Number.isFinite(config.highWaterMark) ? createFragmentParts() : undefined;
  const { maxTimeToFirstByteMs, maxLoadTimeMs } = config.loadPolicy;
  let used = false;
  let settled = false;
  let answered = false;
  let unfollow = () => {};

  const settle = () => {
    settled = true;
    clearTimeout(timer);
    unfollow();
    onSettled();
  };
  const failWith = (report: () => void) => {
    settle();
    if (used) return report();
    stats.loading.start = 0;
    stats.loaded = 0;
    loadCold();
  };
  const onOverdue = () => {
    file.abort();
    failWith(() => onTimeout(stats, context, null));
  };
  // hls.js sets no limit for the first byte of a playlist. A timer without a limit would end at once.
  let timer = setTimeout(onOverdue, Number.isFinite(maxTimeToFirstByteMs) ? maxTimeToFirstByteMs : maxLoadTimeMs);
  const onFirstBytes = () => {
    answered = true;
    clearTimeout(timer);
    timer = setTimeout(onOverdue, maxLoadTimeMs);
  };
  const pass = (bytes: Uint8Array<ArrayBuffer>) => {
    used = true;
    onProgress?.(stats, context, bytes.buffer, null);
  };
  const onBytes = (bytes: Uint8Array) => {
    // hls.js may abort while it receives the bytes that had already arrived.
    if (settled) return;
    stats.loaded += bytes.length;
    if (stats.loading.first === 0) stats.loading.first = performance.now();
    if (!answered) onFirstBytes();
    if (parts) parts.push(bytes).forEach(pass);
    else whole.push(bytes);
  };
  const onEnd = () => {
    if (settled) return;
    settle();
    stats.loading.end = Math.max(performance.now(), stats.loading.first);
    stats.total = stats.loaded;
    parts?.end().forEach(pass);
    const bytes = joinBytes(whole);
    if (!parts) onProgress?.(stats, context, bytes.buffer, null);
    const data = context.responseType === 'arraybuffer' ? bytes.buffer : new TextDecoder().decode(bytes);
    onSuccess({ url: context.url, data, code: OK }, stats, context, null);
  };
  const onFailure = () => {
    if (!settled)
      failWith(() => onError({ code: 0, text: 'The rest of the file did not arrive' }, context, null, stats));
  };

  Object.assign(stats.loading, timesOf(file, performance.now()));
  // Not before `load` returns: only then is hls.js prepared for responses.
  queueMicrotask(() => {
    if (!settled) unfollow = file.follow({ onBytes, onEnd, onFailure });
    if (settled) unfollow();
  });
  return () => {
    settle();
    file.abort();
  };
};

/**
 * Creates the hls.js loader for files that may have been requested before hls.js asks for them. A file that was not
 * requested, or that fails before any of it is used, is loaded by `Cold`. A file that fails later is reported as a
 * network error, which hls.js retries.
 */
export const warmLoader = <T extends LoaderContext>(
  warm: WarmMedia,
  Cold: new (config: HlsConfig) => Loader<T>,
): new (config: HlsConfig) => Loader<T> =>
  class WarmLoader implements Loader<T> {
    readonly cold: Loader<T>;
    readonly stats: LoaderStats;
    context: T | null = null;
    private leave: (() => void) | null = null;
    private onAbort: (() => void) | null = null;

    constructor(config: HlsConfig) {
      this.cold = new Cold(config);
      this.stats = this.cold.stats;
    }

    load(context: T, config: LoaderConfiguration, callbacks: LoaderCallbacks<T>): void {
      this.context = context;
      const { cold, stats } = this;
      const loadCold = () => cold.load(context, config, callbacks);
      const file = context.rangeEnd ? undefined : warm.take(context.url);
      if (!file) return loadCold();
      const onSettled = () => {
        this.leave = null;
        this.onAbort = null;
      };
      this.leave = deliver({ file, stats, context, config, callbacks, loadCold, onSettled });
      this.onAbort = () => callbacks.onAbort?.(stats, context, null);
    }

    abort(): void {
      const { onAbort } = this;
      if (!this.leave) return this.cold.abort();
      this.stats.aborted = true;
      this.leave();
      onAbort?.();
    }

    destroy(): void {
      this.leave?.();
      this.context = null;
      this.cold.destroy();
    }

    getCacheAge(): number | null {
      return this.cold.getCacheAge?.() ?? null;
    }

    getResponseHeader(name: string): string | null {
      return this.cold.getResponseHeader?.(name) ?? null;
    }
  };
