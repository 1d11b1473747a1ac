import type { Clock } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';

/** Maximum number of toasts; a new one replaces the previous one. */
const TOAST_LIMIT = 1;
/** Milliseconds from dismissal to removal (specification, section 9). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** The content of a toast. Destructive toasts stay until they are dismissed, others close automatically. */
export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'default' | 'destructive';
  /** Where the user can do something about it. */
  readonly link?: { readonly label: string; readonly to: string };
}

export interface ToastRecord extends ToastContent {
  readonly id: string;
  readonly open: boolean;
}

/** Updates or dismisses a toast after it was shown. */
export interface ToastHandle {
  readonly id: string;
  readonly update: (content: ToastContent) => void;
  readonly dismiss: () => void;
}

export interface ToastStore {
  readonly get: () => readonly ToastRecord[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly show: (content: ToastContent) => ToastHandle;
  readonly dismiss: (id: string) => void;
}

/** Creates the store of notifications, independent of React and the DOM. */
export const createToastStore = (clock: Clock): ToastStore => {
  const store = createStore<readonly ToastRecord[]>([]);
  const removals = new Set<string>();
  let shown = 0;

  const change = (id: string, next: Partial<ToastRecord>) =>
    store.set(store.get().map((toast) => (toast.id === id ? { ...toast, ...next } : toast)));

  const dismiss = (id: string) => {
    if (!store.get().some((toast) => toast.id === id)) return;
    change(id, { open: false });
    if (removals.has(id)) return;
    removals.add(id);
    clock.after(TOAST_REMOVE_DELAY_MS, () => {
      removals.delete(id);
      store.set(store.get().filter((toast) => toast.id !== id));
    });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    dismiss,
    show: (content) => {
      shown += 1;
      const id = `toast-${shown}`;
      store.set([{ ...content, id, open: true }, ...store.get()].slice(0, TOAST_LIMIT));
      return { id, update: (next) => change(id, { ...next, open: true }), dismiss: () => dismiss(id) };
    },
  };
};
