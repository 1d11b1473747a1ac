import { tabStore } from '../../lib/storage.ts';

const CHANNEL = 'soundstage-billing';
const RETURN_KEY = 'soundstage.billing-return';
const RETURNED = { kind: 'returned' } as const;

/**
 * Notifies the other windows of this browser that the payment page returned. A message to the opener would not arrive:
 * a payment page with a Cross-Origin-Opener-Policy separates the two.
 */
export const announceReturn = (): void => {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(RETURNED);
  channel.close();
};

/** Calls `listener` when the payment page returned in another window. Returns a function that unsubscribes. */
export const onReturn = (listener: () => void): (() => void) => {
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Partial<typeof RETURNED> | null>) => {
    if (data?.kind === RETURNED.kind) listener();
  };
  return () => channel.close();
};

/** Stores where this tab continues after the payment page, because it is about to leave for that page. */
export const storeReturnAddress = (path: string): void => tabStore.set(RETURN_KEY, path);

/** Forgets it: a new window would inherit it. */
export const clearReturnAddress = (): void => tabStore.remove(RETURN_KEY);

/** Where this tab continues; null in a window that was opened for the payment. */
export const readReturnAddress = (): string | null => {
  const path = tabStore.get(RETURN_KEY);
  // Only a path of this site.
  return path !== null && /^\/(?![/\\])/.test(path) ? path : null;
};
