import { createContext, Suspense, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import type { ToastStore } from './toast-store.ts';

const ToastContext = createContext<ToastStore | null>(null);

/** Provides the store of notifications. */
export const ToastProvider = ({ store, children }: { readonly store: ToastStore; readonly children: ReactNode }) => (
  <ToastContext value={store}>{children}</ToastContext>
);

/** The store of notifications: `const { show } = useToast()`. */
export const useToast = (): ToastStore => {
  const store = useContext(ToastContext);
  if (store === null) throw new Error('useToast must be used within a ToastProvider');
  return store;
};

/** Loaded with the first notification: most visits have none. */
const ToastView = lazyPart(() => import('../../ui/feedback/toast-view.tsx'), 'ToastView', 'optional');

/** Shows the current notification. */
export const Toaster = () => {
  const store = useToast();
  const toasts = useSyncExternalStore(store.subscribe, store.get);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastView toasts={toasts} onDismiss={store.dismiss} />
    </Suspense>
  );
};
