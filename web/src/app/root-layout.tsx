import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { Toaster } from '../core/toast/toast-context.tsx';
import { PlayerDock } from '../areas/listener/player-dock.tsx';
import { useListenerPlayer } from '../areas/listener/use-listener-player.ts';
import { UnsavedGuard } from '../core/unsaved/unsaved-guard.tsx';
import { SkipLink } from '../ui/actions/skip-link.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './root-layout.module.css';
import { RouteAnnouncer } from './route-announcer.tsx';
import { UploadDock } from './upload-dock.tsx';

/**
 * The frame of every screen: skip link, player, uploads, offline banner, notifications, announcements, scroll
 * restoration and a progress bar while the next screen loads.
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
      <OfflineBanner />
      <UnsavedGuard />
      <Toaster />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
};
