import { Suspense, use, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { LazyPlayer } from '../../../features/player/core/lazy-player.ts';
import { openingTexts } from '../../../features/player/core/opening-texts.ts';
import { usePlayerState } from '../../../features/player/core/use-player.ts';
import { OpeningPlayer } from '../../../features/player/views/opening-player.tsx';
import { PageAnnouncer } from '../../../ui/feedback/announcer.tsx';

const PlayerView = lazyPart(() => import('./player-view.tsx'), 'PlayerView');

/** Downloads the player's view in advance. */
export const prefetchPlayerView = (): Promise<unknown> => import('./player-view.tsx');

const NEVER = new Promise<never>(() => undefined);

/**
 * Suspends in place of the view until the player is loaded. So one fallback remains from the press on Play until the
 * view appears, and with it the focus on its button.
 */
const LoadingPlayer = (): never => use(NEVER);

/**
 * The player, on top of every screen. From the press on Play until the player is loaded, it shows what will play. Empty
 * while nothing has been requested.
 */
export const PlayerDock = ({ player }: { readonly player: LazyPlayer }) => {
  const opened = useSyncExternalStore(player.player.subscribe, player.player.get);
  const { item } = usePlayerState(player);
  // Not before something plays: a view that cannot be downloaded ahead is of no concern yet.
  const [wanted, setWanted] = useState(false);
  if (item && !wanted) setWanted(true);
  return (
    // Mounted before the player, so that a dialog that is already open hides it from screen readers.
    <div>
      <PageAnnouncer message={item && !opened ? `${openingTexts.opening} ${item.title}` : ''} />
      <Suspense fallback={item && <OpeningPlayer item={item} onCancel={player.cancel} />}>
        {opened && wanted ? <PlayerView player={opened} /> : item && <LoadingPlayer />}
      </Suspense>
    </div>
  );
};
