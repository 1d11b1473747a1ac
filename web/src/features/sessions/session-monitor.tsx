import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import type { AuthState } from '../../core/auth/auth-state.ts';
import { paths } from '../../core/paths.ts';
import { sessionEndTexts } from '../../core/sessions/texts.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { hasUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import type { PlayerOfPage } from './behavior/start-behavior.ts';
import { useBehavior } from './behavior/use-behavior.ts';
import { DeviceDialog } from './device-dialog.tsx';
import { ExpiringDialog } from './expiring-dialog.tsx';
import { sessionTexts } from './texts.ts';
import { useDevices } from './use-devices.ts';
import { usePageView } from './use-page-view.ts';
import { usePlace } from './use-place.ts';
import { useSessionTimer } from './use-session-timer.ts';

/**
 * Watches the session of the signed-in user: its end after 24 hours without activity, new devices, and, if the user
 * allows it, what they do.
 */
export const SessionMonitor = ({ userId, player }: { readonly userId: string; readonly player: PlayerOfPage }) => {
  const { signOut, drop, me } = useAuth();
  const { show } = useToast();
  const navigate = useNavigate();
  const leave = (state?: AuthState) => void signOut().finally(() => navigate(paths.auth, { state }));

  const { endsAt, extend } = useSessionTimer({
    onExpired: () => {
      show({ ...sessionEndTexts.session_expired, variant: 'destructive' });
      // With unsaved input, the page stays and asks the user to sign in again.
      if (hasUnsavedChanges()) drop();
      else leave();
    },
  });
  const isExpiring = endsAt !== null;
  const warn = useEffectEvent(() => show({ ...sessionTexts.warning, variant: 'destructive' }));
  useEffect(() => {
    if (!isExpiring) return undefined;
    const { dismiss } = warn();
    return dismiss;
  }, [isExpiring]);

  const email = me?.email;
  const devices = useDevices({ id: userId, email }, (sent) => {
    show(sessionTexts.device.secured(sent));
    leave(email === undefined ? undefined : { newPasswordOf: email });
  });
  const { unconfirmed } = devices;
  usePlace(me?.consent ?? null);
  usePageView(me?.consent ?? null);
  useBehavior(userId, me?.consent ?? null, player);

  if (endsAt !== null)
    return (
      <ExpiringDialog
        endsAt={endsAt}
        onLogOut={() => leave()}
        onExtend={async () => {
          if (await extend()) show(sessionTexts.extended);
          else show({ ...sessionTexts.extendFailed, variant: 'destructive' });
        }}
      />
    );
  return (
    unconfirmed && (
      <DeviceDialog
        key={unconfirmed.id}
        session={unconfirmed}
        busy={devices.busy}
        onConfirm={() => devices.confirm(unconfirmed.id)}
        onSecure={devices.secure}
      />
    )
  );
};
