import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { LazyPlayer } from '../../features/player/core/lazy-player.ts';
import { usePlayerState } from '../../features/player/core/use-player.ts';
import { OpeningPlayer } from '../../features/player/views/opening-player.tsx';

const loadView = () => import('./player-view.tsx');
const PlayerView = lazy(async () => ({ default: (await loadView()).PlayerView }));

/** Downloads the player's view in advance. */
export const prefetchPlayerView = (): Promise<unknown> => loadView();

/**
 * The player, on top of every screen. From the press on Play until the player is loaded, it shows what will play. Empty
 * while nothing has been requested.
 */
export const PlayerDock = ({ player }: { readonly player: LazyPlayer }) => {
  const opened = useSyncExternalStore(player.player.subscribe, player.player.get);
  const { item } = usePlayerState(player);
  const opening = item && <OpeningPlayer item={item} onCancel={player.cancel} />;
  return (
    // Mounted before the player, so that a dialog that is already open hides it from screen readers.
    <div>
      {opened ? (
        <Suspense fallback={opening}>
          <PlayerView player={opened} />
        </Suspense>
      ) : (
        opening
      )}
    </div>
  );
};
