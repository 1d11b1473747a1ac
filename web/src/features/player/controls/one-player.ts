import type { Player } from '../core/player.ts';

const CHANNEL = 'soundstage.player';

/**
 * Pauses this player when a player in another tab starts, and the other way round, until the returned function is
 * called.
 */
export const pauseOtherTabs = (player: Pick<Player, 'state' | 'pause'>): (() => void) => {
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => player.pause();
  let wasPlaying = player.state.get().playing;
  if (wasPlaying) channel.postMessage('playing');
  const stop = player.state.subscribe(() => {
    const { playing } = player.state.get();
    if (playing && !wasPlaying) channel.postMessage('playing');
    wasPlaying = playing;
  });
  return () => {
    stop();
    channel.close();
  };
};
