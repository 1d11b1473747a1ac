import { tabStore, type KeyValueStore } from '../../lib/storage.ts';

/** A sign-up whose email address is not confirmed yet. The password is never stored. */
export interface PendingSignUp {
  readonly email: string;
  readonly fullName: string;
}

const STORAGE_KEY = 'soundstage.pending-sign-up';

/** The sign-up that was started in this tab. It survives a reload. */
export const readPendingSignUp = (store: KeyValueStore = tabStore): PendingSignUp | undefined => {
  try {
    const { email, fullName } = JSON.parse(store.get(STORAGE_KEY) ?? '{}') as Partial<
      Record<keyof PendingSignUp, unknown>
    >;
    return typeof email === 'string' && typeof fullName === 'string' ? { email, fullName } : undefined;
  } catch {
    return undefined;
  }
};

/** Stores a sign-up, or removes it when it is confirmed. */
export const writePendingSignUp = (pending: PendingSignUp | undefined, store: KeyValueStore = tabStore): void => {
  if (pending) store.set(STORAGE_KEY, JSON.stringify(pending));
  else store.remove(STORAGE_KEY);
};
