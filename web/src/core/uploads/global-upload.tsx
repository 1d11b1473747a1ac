import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { createStore, type Store } from '../../lib/store.ts';
import { useAuth } from '../auth/auth-context.tsx';

/** The uploads of the page, as far as they are known before their code is loaded. */
export interface GlobalUpload {
  /** Whether there are uploads to show. */
  readonly shown: Store<boolean>;
  /** Whether closing the page would interrupt an upload. */
  readonly busy: Store<boolean>;
  /** Registers a function that stops the uploads at sign-out. */
  readonly onSignOut: (stop: () => void) => void;
  readonly signOut: () => void;
}

const createGlobalUpload = (): GlobalUpload => {
  const stops: (() => void)[] = [];
  return {
    shown: createStore(false),
    busy: createStore(false),
    onSignOut: (stop) => stops.push(stop),
    signOut: () => {
      for (const stop of stops) stop();
    },
  };
};

const GlobalUploadContext = createContext<GlobalUpload | null>(null);

/** Keeps uploads above the routes, so that they continue across screens. Requires AuthProvider. */
export const GlobalUploadProvider = ({ children }: { readonly children: ReactNode }) => {
  const [uploads] = useState(createGlobalUpload);
  const { status } = useAuth();
  useEffect(() => {
    // One user's uploads must not continue for the next user.
    if (status === 'signed-out') uploads.signOut();
  }, [status, uploads]);
  return <GlobalUploadContext value={uploads}>{children}</GlobalUploadContext>;
};

/** The uploads of this page. */
export const useGlobalUpload = (): GlobalUpload => {
  const uploads = useContext(GlobalUploadContext);
  if (uploads === null) throw new Error('useGlobalUpload must be used within a GlobalUploadProvider');
  return uploads;
};
