/** Whether this device is online. Says nothing about whether a server can be reached. */
export interface Connection {
  readonly isOnline: () => boolean;
  /** Resolves as soon as the device is online; rejects with the signal's reason. */
  readonly whenOnline: (signal?: AbortSignal) => Promise<void>;
}

/** The connection as reported by the browser. */
export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  whenOnline: (signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (navigator.onLine) return resolve();
      const end = (settle: () => void) => {
        window.removeEventListener('online', onOnline);
        signal?.removeEventListener('abort', onAbort);
        settle();
      };
      const onOnline = () => end(resolve);
      const onAbort = () => end(() => reject(signal?.reason));
      window.addEventListener('online', onOnline);
      signal?.addEventListener('abort', onAbort);
    }),
};
