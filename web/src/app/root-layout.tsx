import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { Toaster } from '../core/toast/toast-context.tsx';
import { PlayerDock } from '../areas/listener/player/player-dock.tsx';
import { useListenerPlayer } from '../areas/listener/player/use-listener-player.ts';
import { SessionDock } from './session-dock.tsx';
import { ConsentGate } from '../features/privacy/consent-gate.tsx';
import { UnsavedGuard } from '../core/unsaved/unsaved-guard.tsx';
import { SkipLink } from '../ui/actions/skip-link.tsx';
import { StepUpHost } from '../features/security/step-up-host.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './root-layout.module.css';
import { RouteAnnouncer } from './route-announcer.tsx';
import { UploadDock } from './upload-dock.tsx';

/**
 * The frame of every screen: skip link, player, uploads, consent dialog, offline banner, notifications, announcements,
 * scroll restoration and a progress bar while the next screen loads.
 */
export const RootLayout = () => {
  const { state } = useNavigation();
  const outlet = useListenerPlayer();
  return (
    <>
      <SkipLink targetId="main" />
      {state === 'loading' && <div className={styles['progress']} aria-hidden />}
      <Outlet context={outlet} />
      <PlayerDock player={outlet.player} />
      <UploadDock />
      <ConsentGate />
      <OfflineBanner />
      <SessionDock player={outlet.player.player} />
      <UnsavedGuard />
      <StepUpHost />
      <Toaster />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
};
