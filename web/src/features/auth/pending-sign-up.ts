import * as z from 'zod/mini';
import { tabStore, type KeyValueStore } from '../../lib/storage.ts';

/** An account that waits for the code from its e-mail. The password is never stored. */
const PendingSignUp = z.object({ username: z.string(), email: z.string() });
export type PendingSignUp = z.infer<typeof PendingSignUp>;

const STORAGE_KEY = 'soundstage.pending-sign-up';

/** The sign-up that this tab began, kept over a reload. */
export const readPendingSignUp = (store: KeyValueStore = tabStore): PendingSignUp | undefined => {
  try {
    return PendingSignUp.parse(JSON.parse(store.get(STORAGE_KEY) ?? 'null'));
  } catch {
    return undefined;
  }
};

/** Remembers a sign-up, or forgets it once it is confirmed. */
export const writePendingSignUp = (pending: PendingSignUp | undefined, store: KeyValueStore = tabStore): void => {
  if (pending) store.set(STORAGE_KEY, JSON.stringify(pending));
  else store.remove(STORAGE_KEY);
};
