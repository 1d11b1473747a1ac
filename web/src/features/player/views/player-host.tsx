import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { useClock } from '../../../core/clock-context.tsx';
import { PageAnnouncer } from '../../../ui/feedback/announcer.tsx';
import { announce } from '../controls/announcements.ts';
import { FullPlayer } from './full-player.tsx';
import { connectMediaSession } from '../controls/media-session.ts';
import { MiniPlayer } from './mini-player.tsx';
import { usePlayerHistory } from './use-player-history.ts';
import type { Player } from '../core/player.ts';
import type { PlayableItem } from '../core/rules.ts';
import { usePlayerState } from '../core/use-player.ts';

const ShortcutsDialog = lazyPart(
  () => import('../panels/panels.tsx'),
  'ShortcutsDialog',
  ({ player }) => player.showPanel(null),
);

export interface PlayerHostProps {
  readonly player: Player;
  /** Further actions for the current item; `mini` has less room. */
  readonly actionsOf?: (item: PlayableItem, layout: 'full' | 'mini') => ReactNode;
}

/** Shows the player, full or mini. Loaded with the first play. */
export const PlayerHost = ({ player, actionsOf }: PlayerHostProps) => {
  const { item, mode, panel } = usePlayerState(player);
  const clock = useClock();
  const [message, setMessage] = useState('');
  usePlayerHistory(player);
  useEffect(() => connectMediaSession(player), [player]);
  useEffect(() => {
    const onOnline = () => {
      if (player.state.get().failure?.kind === 'message') player.retry();
    };
    // After a lost connection, playing continues without a press on "Try again".
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [player]);
  useEffect(() => announce(player, clock, setMessage), [player, clock]);
  if (!item) return null;
  return (
    <>
      <MiniPlayer player={player} item={item} hidden={mode === 'full'} actions={actionsOf?.(item, 'mini')} />
      {mode === 'full' && <FullPlayer player={player} item={item} actions={actionsOf?.(item, 'full')} />}
      {mode === 'mini' && panel === 'shortcuts' && (
        <Suspense>
          <ShortcutsDialog player={player} />
        </Suspense>
      )}
      <PageAnnouncer message={message} />
    </>
  );
};
