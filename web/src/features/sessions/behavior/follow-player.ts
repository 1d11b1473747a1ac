import type { Store } from '../../../lib/store.ts';
import type { Counting } from './counting.ts';

/** The part of a player's state that says what its user does. */
interface WatchedState {
  readonly item: { readonly id: string } | null;
  readonly phase: 'idle' | 'opening' | 'ready' | 'failed';
  readonly playing: boolean;
  readonly buffering: boolean;
  /** The quality that the user chose, by the height of the picture; null for the player's own choice. */
  readonly chosenHeight: number | null;
  /** 0 to 1. */
  readonly volume: number;
}

/** A player whose use can be counted. Times in seconds. */
export interface WatchedPlayer {
  readonly state: Pick<Store<WatchedState>, 'get' | 'subscribe'>;
  readonly position: Pick<Store<{ readonly time: number; readonly duration: number }>, 'get' | 'subscribe'>;
}

/** Seconds before the end of a title at which it is over: positions are reported a few times a second. */
const END_SECONDS = 1;

const isPlaying = ({ phase, playing, buffering }: WatchedState): boolean => phase === 'ready' && playing && !buffering;

/** Whether a title was entered, also the same one again. */
const isEntered = (before: WatchedState, after: WatchedState): boolean =>
  before.item?.id !== after.item?.id || (after.phase === 'idle' && before.phase !== 'idle');

/** Counts what the user of a player does, from now on. Returns a function that stops this. */
export const followPlayer = ({ state, position }: WatchedPlayer, counting: () => Counting): (() => void) => {
  let before = state.get();
  /** Whether the current title has begun to play, and the seconds until its end. */
  let hasBegun = false;
  let left = Infinity;

  const onPosition = (): void => {
    const { time, duration } = position.get();
    if (duration > 0) left = duration - time;
  };
  const begin = (): void => {
    if (hasBegun || !isPlaying(state.get())) return;
    hasBegun = true;
    counting().count('plays');
  };
  const onState = (): void => {
    const after = state.get();
    const { count, watching } = counting();
    const isLeft = left > END_SECONDS;
    if (isEntered(before, after)) {
      if (hasBegun && isLeft && after.item && after.item.id !== before.item?.id) count('skips');
      hasBegun = false;
      left = Infinity;
    } else {
      if (isPlaying(before) && after.phase === 'ready' && !after.playing && isLeft) count('pauses');
    }
    if (after.chosenHeight !== before.chosenHeight) count('quality_changes');
    if (after.volume !== before.volume) count('volume_changes');
    begin();
    if (isPlaying(after) !== isPlaying(before)) watching(isPlaying(after));
    before = after;
  };

  onPosition();
  begin();
  counting().watching(hasBegun);
  const stops = [state.subscribe(onState), position.subscribe(onPosition)];
  return () => {
    for (const stop of stops) stop();
    counting().watching(false);
  };
};
