/**
 * A small string store. Reading or writing never throws: a browser may refuse storage, and the product must still work.
 */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

const safely = (open: () => Storage): KeyValueStore => ({
  get: (key) => {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      open().setItem(key, value);
    } catch {
      // Storage is full or refused: what was to be kept lasts for this page only.
    }
  },
  remove: (key) => {
    try {
      open().removeItem(key);
    } catch {
      // Nothing is stored where storage is refused.
    }
  },
});

/** Kept on this device until cleared. */
export const deviceStore: KeyValueStore = safely(() => localStorage);

/** Kept while this tab lives. */
export const tabStore: KeyValueStore = safely(() => sessionStorage);

/** Calls `listener` when another tab changes or clears the device store; the answer stops it. */
export const onDeviceStoreChange = (listener: (key: string | null) => void): (() => void) => {
  const onStorage = (event: StorageEvent) => listener(event.key);
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
