import { tabStore, type KeyValueStore } from '../../lib/storage.ts';

/** An account that is not confirmed yet. The password is never stored. */
export interface PendingSignUp {
  readonly username: string;
  readonly email: string;
}

const STORAGE_KEY = 'soundstage.pending-sign-up';

/** The sign-up that was started in this tab. It survives a reload. */
export const readPendingSignUp = (store: KeyValueStore = tabStore): PendingSignUp | undefined => {
  try {
    const { username, email } = JSON.parse(store.get(STORAGE_KEY) ?? '{}') as Partial<
      Record<keyof PendingSignUp, unknown>
    >;
    return typeof username === 'string' && typeof email === 'string' ? { username, email } : undefined;
  } catch {
    return undefined;
  }
};

/** Stores a sign-up, or removes it when it is confirmed. */
export const writePendingSignUp = (pending: PendingSignUp | undefined, store: KeyValueStore = tabStore): void => {
  if (pending) store.set(STORAGE_KEY, JSON.stringify(pending));
  else store.remove(STORAGE_KEY);
};
