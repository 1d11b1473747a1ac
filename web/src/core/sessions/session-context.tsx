import { createContext, useContext, type ReactNode } from 'react';
import type { SessionSignals } from './session-signals.ts';

const SignalsContext = createContext<SessionSignals | null>(null);

/** Provides what the server says about the session of this device. */
export const SessionProvider = ({
  signals,
  children,
}: {
  readonly signals: SessionSignals;
  readonly children: ReactNode;
}) => <SignalsContext value={signals}>{children}</SignalsContext>;

/** What the server says about the session of this device. */
export const useSessionSignals = (): SessionSignals => {
  const signals = useContext(SignalsContext);
  if (signals === null) throw new Error('useSessionSignals must be used within a SessionProvider');
  return signals;
};
