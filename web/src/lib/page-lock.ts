/** Gives a held name free. */
export type Release = () => void;

/** Holds a name among all pages of this browser; answers undefined when another page holds it. */
export type HoldName = (name: string) => Promise<Release | undefined>;

/** By the Web Locks of the browser; without them every page may. */
export const holdName: HoldName = (name) =>
  new Promise((resolve, reject) => {
    if (!('locks' in navigator)) return resolve(() => undefined);
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
