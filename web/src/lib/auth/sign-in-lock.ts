/** Name of the lock that all tabs of this site share. */
const LOCK = 'soundstage-sign-in';

/**
 * Replaces the sign-in of this device: between the server's move of the session and the storing of the new tokens, the
 * stored ones belong to an ended session. One tab at a time does so.
 */
export const whileReplacingSignIn = async <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? await navigator.locks.request(LOCK, work) : work();

/** Waits until no tab is replacing the sign-in: the stored tokens are then the current ones. */
export const signInSettled = async (): Promise<void> => {
  if ('locks' in navigator) await navigator.locks.request(LOCK, { mode: 'shared' }, () => undefined);
};
