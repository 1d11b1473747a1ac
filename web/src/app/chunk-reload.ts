import { tabStore, type KeyValueStore } from '../lib/storage.ts';

const STORAGE_KEY = 'soundstage.reloaded-for';

/** Whether a part of the application could not be fetched: after a deployment the old files are gone. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|error loading dynamically/i.test(error.message);

/**
 * Whether a reload may mend this: the first failure of a part does, a second failure of the same part is a real one.
 * Without a network it would take away what still stands.
 */
export const mayReloadFor = (error: unknown, store: KeyValueStore = tabStore): boolean =>
  isChunkFailure(error) && navigator.onLine && store.get(STORAGE_KEY) !== error.message;

/** Reloads the page and remembers for what. */
export const reloadFor = (
  error: unknown,
  store: KeyValueStore = tabStore,
  reload: () => void = () => window.location.reload(),
): void => {
  if (isChunkFailure(error)) store.set(STORAGE_KEY, error.message);
  reload();
};
