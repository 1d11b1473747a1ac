import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js';
import { createFragmentParts, joinBytes } from './fragment-parts.ts';
import type { FileFollower, WarmFile, WarmMedia } from './warm-media.ts';

const OK = 200;

/**
 * The moments of a file as hls.js reads its bandwidth from them: one that lay ready must not look as slow as it is old.
 */
const timesOf = (
  { times: { start, first, end } }: WarmFile,
  now: number,
): { readonly start: number; readonly first: number } => {
  const lay = end > 0 ? now - end : 0;
  return { start: start + lay, first: first > 0 ? first + lay : 0 };
};

/**
 * Makes hls.js's loader of files that may have been begun before hls.js asks. One that was not, or that fails before
 * anything of it was used, is loaded by `Cold` as if nothing had been begun; one that fails later is told as a fault of
 * the network, which hls.js tries again.
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
      const file = context.rangeEnd ? undefined : warm.take(context.url);
      if (file) this.follow(file, context, config, callbacks);
      else this.cold.load(context, config, callbacks);
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

    private follow(file: WarmFile, context: T, config: LoaderConfiguration, callbacks: LoaderCallbacks<T>): void {
      const { stats } = this;
      const { onProgress, onSuccess, onError, onTimeout } = callbacks;
      const whole: Uint8Array[] = [];
      // hls.js sets a mark where it takes a segment in parts.
      const parts = onProgress && Number.isFinite(config.highWaterMark) ? createFragmentParts() : undefined;
      let used = false;
      const hand = (bytes: Uint8Array<ArrayBuffer>) => {
        used = true;
        onProgress?.(stats, context, bytes.buffer, null);
      };
      let settled = false;
      const settle = () => {
        settled = true;
        clearTimeout(timer);
        turnAway();
        this.leave = null;
        this.onAbort = null;
      };
      const give = (fail: () => void) => {
        settle();
        if (used) return fail();
        stats.loading.start = 0;
        stats.loaded = 0;
        this.cold.load(context, config, callbacks);
      };
      let turnAway = () => {};
      const { maxTimeToFirstByteMs, maxLoadTimeMs } = config.loadPolicy;
      const overdue = () => {
        file.abort();
        give(() => onTimeout(stats, context, null));
      };
      let timer = setTimeout(overdue, maxTimeToFirstByteMs);
      this.leave = () => {
        settle();
        file.abort();
      };
      this.onAbort = () => callbacks.onAbort?.(stats, context, null);
      Object.assign(stats.loading, timesOf(file, performance.now()));
      let answered = false;
      const rearm = () => {
        answered = true;
        clearTimeout(timer);
        timer = setTimeout(overdue, maxLoadTimeMs);
      };
      const follower: FileFollower = {
        onBytes: (bytes) => {
          // hls.js may turn away while it takes what was here already.
          if (settled) return;
          stats.loaded += bytes.length;
          if (stats.loading.first === 0) stats.loading.first = performance.now();
          if (!answered) rearm();
          if (parts) for (const part of parts.push(bytes)) hand(part);
          else whole.push(bytes);
        },
        onEnd: () => {
          if (settled) return;
          settle();
          stats.loading.end = Math.max(performance.now(), stats.loading.first);
          stats.total = stats.loaded;
          for (const part of parts?.end() ?? []) hand(part);
          const bytes = joinBytes(whole);
          if (!parts) onProgress?.(stats, context, bytes.buffer, null);
          onSuccess(
            {
              url: context.url,
              data: context.responseType === 'arraybuffer' ? bytes.buffer : new TextDecoder().decode(bytes),
              code: OK,
            },
            stats,
            context,
            null,
          );
        },
        onFailure: () => {
          if (!settled)
            give(() => onError({ code: 0, text: 'The rest of the file did not come' }, context, null, stats));
        },
      };
      // Never before `load` has returned: hls.js makes itself ready for answers after it.
      queueMicrotask(() => {
        if (!settled) turnAway = file.follow(follower);
        if (settled) turnAway();
      });
    }
  };
