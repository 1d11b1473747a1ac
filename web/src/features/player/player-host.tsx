import { useEffect } from 'react';
import { Announcer } from '../../ui/announcer.tsx';
import { FullPlayer } from './full-player.tsx';
import { connectMediaSession } from './media-session.ts';
import { MiniPlayer } from './mini-player.tsx';
import type { Player } from './player.ts';
import { playerTexts } from './texts.ts';
import { usePlayerState } from './use-player.ts';

/** Shows whatever is in the player, full or mini. Loaded with the first play. */
export const PlayerHost = ({ player }: { readonly player: Player }) => {
  const { item, mode, phase, playing, buffering } = usePlayerState(player);
  useEffect(() => connectMediaSession(player), [player]);
  if (!item) return null;
  const message = playing && !buffering ? playerTexts.announcePlaying(item.title) : phase === 'ready' && !playing ? playerTexts.announcePaused : '';
  return (
    <>
      <MiniPlayer player={player} item={item} hidden={mode === 'full'} />
      {mode === 'full' && <FullPlayer player={player} item={item} />}
      <Announcer message={message} />
    </>
  );
};
