/** The player, independent of React. */
import type { Store } from '../../../lib/store.ts';
import type { MediaPosition } from '../engine/media-engine.ts';
import { createPlayback } from './create-playback.ts';
import { begin, cancel, enter, pause, resume, retry, seek } from './playback.ts';
import type { ExtrasActions } from './player-extras.ts';
import type { PlayerPorts } from './player-ports.ts';
import type { PlayerState } from './player-state.ts';
import { queueOf, withMoved, withNext, withShuffled, type Queue, type Repeat } from './queue.ts';
import { jumpTo, removeEntry, step } from './queue-playback.ts';
import type { StartPosition } from '../resume/resume-rules.ts';
import { extendsList, UNMUTED_VOLUME, type PlayableItem, type PlayOptions } from './rules.ts';

/** The player as screens use it. */
export interface Player extends ExtrasActions {
  readonly state: Pick<Store<PlayerState>, 'get' | 'subscribe'>;
  readonly position: Pick<Store<MediaPosition>, 'get' | 'subscribe'>;
  /** Plays `item` in the full player; resumes it, or seeks in it, if it is already in the player. */
  readonly play: (item: PlayableItem, options: PlayOptions) => void;
  readonly toggle: () => void;
  readonly resume: () => void;
  readonly pause: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  /** Plays the entry at an index of the queue. */
  readonly jumpTo: (index: number) => void;
  /**
   * Removes an entry from the queue. When the current one is removed, the next one plays; if there is none, the player
   * is emptied.
   */
  readonly removeEntry: (index: number) => void;
  readonly moveEntry: (from: number, to: number) => void;
  /** Shuffles the entries after the current one. */
  readonly shuffleNext: () => void;
  readonly setRepeat: (repeat: Repeat) => void;
  /** Inserts an item after the current one, even if it is in the queue already. Ignored while the player is empty. */
  readonly playNext: (item: PlayableItem) => void;
  /** Seconds from the start; ignored outside of the item. */
  readonly seek: (seconds: number) => void;
  /** Seconds from the current position; stops at the start and at the end. */
  readonly skip: (seconds: number) => void;
  readonly setVolume: (volume: number) => void;
  readonly toggleMute: () => void;
  readonly setMode: (mode: PlayerState['mode']) => void;
  /** Appends the items that paging added to the list that is playing. */
  readonly extendList: (list: readonly PlayableItem[]) => void;
  /** Answers the question where to resume, in seconds from the start, and plays. */
  readonly chooseResumePoint: (seconds: number) => void;
  /**
   * Puts a saved queue into the mini player, paused and without loading its media. Ignored unless the player is empty.
   */
  readonly restore: (queue: Queue, seconds: number) => void;
  /** Tries again after a failure, at the same position. */
  readonly retry: () => void;
  /** Stops and empties the player. */
  readonly cancel: () => void;
  /** Shows the picture in `slot`. Returns a function that removes it. */
  readonly showIn: (slot: HTMLElement) => () => void;
  /** Also releases the media element; playing again creates another one. */
  readonly dispose: () => void;
}

/** Creates an empty player. */
export const createPlayer = (ports: PlayerPorts): Player => {
  const playback = createPlayback(ports);
  const { state, position, patch, engine, extras } = playback;
  const setVolume = (value: number) => {
    const volume = Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
    engine.get()?.setVolume(volume);
    patch({ volume });
  };

  return {
    ...extras.actions,
    state,
    position,
    play: (item, { list, tracked = true, startAt, askedAt }) => {
      const before = state.get();
      const isCurrent = before.item?.id === item.id && before.tracked === tracked;
      playback.source = list;
      patch({ ...queueOf(list, item), mode: 'full', tracked });
      const start = (at?: StartPosition) => begin(playback, item, false, at, askedAt);
      if (startAt === undefined) return isCurrent ? resume(playback) : start();
      if (!isCurrent || before.phase !== 'ready') return start({ at: startAt });
      patch({ offer: null });
      seek(playback, startAt);
      resume(playback);
    },
    toggle: () => (state.get().playing ? pause(playback) : resume(playback)),
    resume: () => resume(playback),
    pause: () => pause(playback),
    next: () => step(playback, 1),
    previous: () => step(playback, -1),
    jumpTo: (index) => jumpTo(playback, index, false),
    removeEntry: (index) => removeEntry(playback, index),
    moveEntry: (from, to) => patch(withMoved(state.get(), from, to)),
    shuffleNext: () => patch(withShuffled(state.get(), Math.random)),
    setRepeat: (repeat) => patch({ repeat }),
    playNext: (item) => {
      if (playback.run) patch(withNext(state.get(), item));
    },
    seek: (seconds) => seek(playback, seconds),
    skip: (seconds) => {
      const { time, duration } = position.get();
      seek(playback, Math.min(duration, Math.max(0, time + seconds)));
    },
    setVolume,
    toggleMute: () => setVolume(state.get().volume > 0 ? 0 : UNMUTED_VOLUME),
    setMode: (mode) => patch({ mode, panel: null }),
    extendList: (list) => {
      const { source } = playback;
      if (!extendsList(source, list)) return;
      patch({ list: [...state.get().list, ...list.slice(source.length)] });
      playback.source = list;
    },
    chooseResumePoint: (seconds) => {
      patch({ offer: null });
      seek(playback, seconds);
      resume(playback);
    },
    restore: (queue, seconds) => {
      const item = queue.list[queue.at];
      if (playback.run || !item) return;
      playback.source = queue.list;
      patch({ ...queue, mode: 'mini', tracked: true });
      enter(playback, item, seconds);
      playback.restedAt = seconds;
    },
    retry: () => retry(playback),
    cancel: () => cancel(playback),
    showIn: engine.showIn,
    dispose: () => {
      cancel(playback);
      engine.destroy();
    },
  };
};
