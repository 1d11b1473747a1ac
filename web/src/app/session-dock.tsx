import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../core/lazy-part.tsx';
import { useAuth } from '../core/auth/auth-context.tsx';
import type { LazyPlayer } from '../features/player/core/lazy-player.ts';
import { useQuality } from '../features/player/quality/use-quality.ts';
import { useSessionSignals } from '../core/sessions/session-context.tsx';
import { hasUnsavedChanges } from '../core/unsaved/unsaved-changes.ts';

const SessionMonitor = lazyPart(() => import('../features/sessions/session-monitor.tsx'), 'SessionMonitor', 'optional');

const SessionLimitDialog = lazyPart(
  () => import('../features/sessions/session-limit-dialog.tsx'),
  'SessionLimitDialog',
);

const SessionLostDialog = lazyPart(() => import('../features/auth/session-lost-dialog.tsx'), 'SessionLostDialog');

/** Asks for the password while a session is lost and the page has unsaved input. */
const LostSession = ({ email }: { readonly email: string | undefined }) => {
  const { abandon } = useAuth();
  const { key } = useLocation();
  useEffect(() => {
    // The user left the page with its input, or it is not known whose it was.
    if (email === undefined || !hasUnsavedChanges()) abandon();
  }, [email, key, abandon]);
  return (
    email !== undefined && (
      <Suspense>
        <SessionLostDialog email={email} onLeave={abandon} />
      </Suspense>
    )
  );
};

/**
 * Watches the session of a signed-in user, and how well titles play if they allow it. The code loads after that of the
 * screen; visitors never load it.
 */
export const SessionDock = ({ player }: Pick<LazyPlayer, 'player'>) => {
  const { limited } = useSessionSignals();
  const { status, me } = useAuth();
  const isLimited = useSyncExternalStore(limited.subscribe, limited.get);
  useQuality(status === 'signed-in' && !isLimited ? (me?.consent ?? null) : null, player);
  if (status === 'lost') return <LostSession email={me?.email} />;
  if (status !== 'signed-in') return null;
  return (
    <Suspense>
      {isLimited ? (
        <SessionLimitDialog onRoom={() => limited.set(false)} />
      ) : (
        me && <SessionMonitor userId={me.id} player={player} />
      )}
    </Suspense>
  );
};
