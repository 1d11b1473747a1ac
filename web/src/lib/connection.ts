/** Whether this device has a network at all. What a server does is not its business. */
export interface Connection {
  readonly isOnline: () => boolean;
  /** Resolves once there is a network, at once while there is; rejects with the signal's reason. */
  readonly whenOnline: (signal?: AbortSignal) => Promise<void>;
}

/** The browser's own knowledge. */
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
