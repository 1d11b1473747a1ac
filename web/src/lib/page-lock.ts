/** Releases a lock. */
export type Release = () => void;

/** Acquires a lock among all pages of this browser; resolves to undefined if another page has it. */
export type AcquireLock = (name: string) => Promise<Release | undefined>;

/** Uses the browser's Web Locks. Without them, every page acquires every lock. */
export const acquireLock: AcquireLock = (name) =>
  new Promise((resolve, reject) => {
    if (!('locks' in navigator)) return resolve(() => undefined);
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
