import { useCallback, useSyncExternalStore } from 'react';
import type { MediaPosition } from './engine/media-engine.ts';
import type { Player } from './player.ts';
import type { PlayerState } from './player-state.ts';

/** What the player is doing, without its position. */
export const usePlayerState = ({ state }: Player): PlayerState => useSyncExternalStore(state.subscribe, state.get);

/** Where the player is; changes several times a second. */
export const usePlayerPosition = ({ position }: Player): MediaPosition => useSyncExternalStore(position.subscribe, position.get);

/** A ref for the element in which the picture is to show. */
export const useMediaSlot = ({ showIn }: Player) => useCallback((slot: HTMLElement | null) => (slot ? showIn(slot) : undefined), [showIn]);
