import { tabStore, type KeyValueStore } from '../lib/storage.ts';

const STORAGE_KEY = 'soundstage.reloaded-for';

/** Whether a chunk could not be downloaded, for example because a deployment deleted the old files. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|error loading dynamically/i.test(error.message);

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
