import { createStore, type Store } from '../../lib/store.ts';
import type { AuthSession } from '../auth/auth-session.ts';
import type { ToastStore } from '../toast/toast-store.ts';
import { sessionEndTexts } from './texts.ts';

/** What the server's responses say about the session of this device. */
export interface SessionSignals {
  /** Whether the sign-in exceeds the number of sessions: until one ends, the server answers nothing else. */
  readonly limited: Store<boolean>;
  /** Whether the account is locked for a while, as the last sign-in found. */
  readonly locked: Store<boolean>;
  /** Adds a task that runs before the user is signed out. Returns a function that removes it. */
  readonly beforeLeaving: (task: () => Promise<unknown>) => () => void;
  /** The user signs out: the server is about to end the session, which is no news. Resolves after the tasks. */
  readonly onLeaving: () => Promise<unknown>;
  /** The server no longer accepts the session. `code` says why, if the server did. */
  readonly onLost: (code: string | undefined) => void;
}

const isEnd = (code: string | undefined): code is keyof typeof sessionEndTexts =>
  code !== undefined && Object.hasOwn(sessionEndTexts, code);

/** Creates the signals of a session. */
export const createSessionSignals = (
  session: Pick<AuthSession, 'get' | 'subscribe' | 'drop'>,
  toasts: Pick<ToastStore, 'show'>,
): SessionSignals => {
  const limited = createStore<boolean>(false);
  const locked = createStore<boolean>(false);
  const tasks = new Set<() => Promise<unknown>>();
  let leaving = false;
  session.subscribe(() => {
    if (session.get() === 'signed-in') locked.set(false);
    if (session.get() !== 'signed-out') return;
    limited.set(false);
    leaving = false;
  });
  return {
    limited,
    locked,
    beforeLeaving: (task) => {
      tasks.add(task);
      return () => void tasks.delete(task);
    },
    onLeaving: () => {
      leaving = true;
      return Promise.allSettled([...tasks].map((task) => task()));
    },
    onLost: (code) => {
      // Calls that were underway together are all denied.
      const isNews = !leaving && session.get() === 'signed-in';
      session.drop();
      if (code === 'account_locked') locked.set(true);
      if (isNews && isEnd(code)) toasts.show({ ...sessionEndTexts[code], variant: 'destructive' });
    },
  };
};
