import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { LazyPlayer } from '../../features/player/core/lazy-player.ts';

const loadView = () => import('./player-view.tsx');
const PlayerView = lazy(async () => ({ default: (await loadView()).PlayerView }));

/** Downloads the player's view in advance. */
export const prefetchPlayerView = (): Promise<unknown> => loadView();

/** The player, on top of every screen. Empty until the player is loaded. */
export const PlayerDock = ({ player: { player } }: { readonly player: LazyPlayer }) => {
  const opened = useSyncExternalStore(player.subscribe, player.get);
  return (
    // Mounted before the player, so that a dialog that is already open hides it from screen readers.
    <div>
      {opened && (
        <Suspense>
          <PlayerView player={opened} />
        </Suspense>
      )}
    </div>
  );
};
