import { backoffMs } from '../lib/backoff.ts';
import { isChunkFailure } from '../lib/chunk-failure.ts';
import type { Clock } from '../lib/clock.ts';
import { repeatUntilDone } from '../lib/recovery.ts';
import { tabStore, type KeyValueStore } from '../lib/storage.ts';

const STORAGE_KEY = 'soundstage.reloaded-for';
/** How often this tab has reloaded because a chunk became available. */
const COUNT_KEY = 'soundstage.chunk-reloads';

/**
 * Whether to reload the page for this error. The first failure of a chunk is worth one reload; a second failure of the
 * same chunk is not. Offline, a reload would only lose the parts of the page that still work.
 */
export const shouldReloadFor = (error: unknown, store: KeyValueStore = tabStore): boolean =>
  isChunkFailure(error) && navigator.onLine && store.get(STORAGE_KEY) !== error.message;

/** Reloads the page and stores the reason, so that the same error does not reload it again. */
export const reloadFor = (
  error: unknown,
  store: KeyValueStore = tabStore,
  reload: () => void = () => window.location.reload(),
): void => {
  if (isChunkFailure(error)) store.set(STORAGE_KEY, error.message);
  reload();
};

/** Checks that a chunk that failed can be downloaded. Safari does not name it; then it checks the page. */
const checkChunk = async ({ message }: Error): Promise<void> => {
  const { ok } = await fetch(/https?:\S+/.exec(message)?.[0] ?? window.location.href, {
    method: 'HEAD',
    cache: 'no-store',
  });
  if (!ok) throw new Error('The chunk is still unavailable');
};

/**
 * Reloads the page once a chunk that failed can be downloaded. The pauses grow with each reload of this tab, in case
 * the chunk exists but does not work. Returns a function that stops this.
 */
export const reloadWhenAvailable = (
  error: Error,
  clock: Clock,
  store: KeyValueStore = tabStore,
  reload: () => void = () => window.location.reload(),
): (() => void) => {
  const reloads = Number(store.get(COUNT_KEY) ?? 0);
  const reloadOnce = async (): Promise<void> => {
    await checkChunk(error);
    store.set(COUNT_KEY, String(reloads + 1));
    reload();
  };
  return repeatUntilDone(reloadOnce, clock, (failures) => backoffMs(failures + reloads));
};
