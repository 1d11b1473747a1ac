import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useAuth } from '../core/auth/auth-context.tsx';
import { useSessionSignals } from '../core/sessions/session-context.tsx';

const SessionMonitor = lazy(async () => ({
  default: (await import('../features/sessions/session-monitor.tsx')).SessionMonitor,
}));

const SessionLimitDialog = lazy(async () => ({
  default: (await import('../features/sessions/session-limit-dialog.tsx')).SessionLimitDialog,
}));

/** Watches the session of a signed-in user. Its code loads after that of the screen; visitors never load it. */
export const SessionDock = () => {
  const { limited } = useSessionSignals();
  const { status, me } = useAuth();
  const isLimited = useSyncExternalStore(limited.subscribe, limited.get);
  if (status !== 'signed-in') return null;
  return (
    <Suspense>
      {isLimited ? <SessionLimitDialog onRoom={() => limited.set(false)} /> : me && <SessionMonitor userId={me.id} />}
    </Suspense>
  );
};
