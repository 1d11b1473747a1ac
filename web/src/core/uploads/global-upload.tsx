import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { createStore, type Store } from '../../lib/store.ts';
import { useAuth } from '../auth/auth-context.tsx';

/** What the page knows of its uploads before their code is there. */
export interface GlobalUpload {
  /** Whether there are any to show. */
  readonly shown: Store<boolean>;
  /** Whether leaving would interrupt one. */
  readonly busy: Store<boolean>;
  /** Says what ends them when their person signs out. */
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

/**
 * Keeps the uploads of a page above its routes, so that they go on from screen to screen. Needs AuthProvider around it.
 */
export const GlobalUploadProvider = ({ children }: { readonly children: ReactNode }) => {
  const [uploads] = useState(createGlobalUpload);
  const { status } = useAuth();
  useEffect(() => {
    // One person's uploads are not the next one's.
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
