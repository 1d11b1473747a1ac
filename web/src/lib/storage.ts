/** A string store that never throws: a browser may deny storage, and the application must still work. */
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
      // Storage is full or denied: the value is not kept.
    }
  },
  remove: (key) => {
    try {
      open().removeItem(key);
    } catch {
      // Storage is denied: there is nothing to remove.
    }
  },
});

/** Kept on this device until cleared. */
export const deviceStore: KeyValueStore = safely(() => localStorage);

/** Kept until this tab is closed. */
export const tabStore: KeyValueStore = safely(() => sessionStorage);

/** Calls `listener` when another tab changes or clears the device store. Returns a function that unsubscribes. */
export const onDeviceStoreChange = (listener: (key: string | null) => void): (() => void) => {
  const onStorage = (event: StorageEvent) => listener(event.key);
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
