import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '../../../lib/store.ts';
import type { MediaPosition } from '../engine/media-engine.ts';
import type { Player } from './player.ts';
import type { PlayerState } from './player-state.ts';

/** The player's state, without its position. */
export const usePlayerState = <S extends Pick<PlayerState, 'item'>>({
  state,
}: {
  readonly state: Pick<Store<S>, 'get' | 'subscribe'>;
}): S => useSyncExternalStore(state.subscribe, state.get);

/** The playback position; changes several times a second. */
export const usePlayerPosition = ({ position }: Player): MediaPosition =>
  useSyncExternalStore(position.subscribe, position.get);

/** A ref for the element that shows the picture. */
export const useMediaSlot = ({ showIn }: Player) =>
  useCallback((slot: HTMLElement | null) => (slot ? showIn(slot) : undefined), [showIn]);
