import { useEffect, type ReactNode } from 'react';
import { Announcer } from '../../ui/announcer.tsx';
import { FullPlayer } from './full-player.tsx';
import { connectMediaSession } from './media-session.ts';
import { MiniPlayer } from './mini-player.tsx';
import type { Player } from './player.ts';
import { playerTexts } from './texts.ts';
import type { PlayableItem } from './rules.ts';
import { usePlayerState } from './use-player.ts';

export interface PlayerHostProps {
  readonly player: Player;
  /** What can be done with what plays, besides playing: in the full player, and where there is less room. */
  readonly actionsOf?: (item: PlayableItem, place: 'full' | 'mini') => ReactNode;
}

/** Shows whatever is in the player, full or mini. Loaded with the first play. */
export const PlayerHost = ({ player, actionsOf }: PlayerHostProps) => {
  const { item, mode, phase, playing, buffering } = usePlayerState(player);
  useEffect(() => connectMediaSession(player), [player]);
  if (!item) return null;
  const message = playing && !buffering ? playerTexts.announcePlaying(item.title) : phase === 'ready' && !playing ? playerTexts.announcePaused : '';
  return (
    <>
      <MiniPlayer player={player} item={item} hidden={mode === 'full'} actions={actionsOf?.(item, 'mini')} />
      {mode === 'full' && <FullPlayer player={player} item={item} actions={actionsOf?.(item, 'full')} />}
      <Announcer message={message} />
    </>
  );
};
