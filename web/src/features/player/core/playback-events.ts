import type { EngineEvents } from '../engine/media-engine.ts';
import type { Playback } from './playback.ts';
import { adjacentIndex, indexAfterEnd } from './queue.ts';
import { jumpTo } from './queue-playback.ts';

/** How a player reacts to its engine. */
export const playbackEvents = (playback: Playback): EngineEvents => {
  const { state, position, patch, extras, views, recovery, nextUp } = playback;
  return {
    ...extras.events,
    onPlaying: () => {
      recovery.settled();
      views.playing();
      patch({ playing: true, buffering: false });
      if (playback.run) extras.begin(playback.run.item.id);
    },
    onPause: () => {
      views.resting();
      recovery.settled();
      patch({ playing: false, buffering: false });
    },
    onWaiting: () => {
      views.resting();
      recovery.waiting();
      patch({ buffering: true });
    },
    onEnded: () => {
      views.ended(position.get().duration);
      recovery.settled();
      const next = indexAfterEnd(state.get());
      if (next === undefined) patch({ playing: false, buffering: false });
      else jumpTo(playback, next);
    },
    onPosition: ({ time, duration, buffered }) => {
      recovery.moved(time);
      position.set({ time, buffered, duration: duration || (playback.run?.item.duration ?? 0) });
      if (state.get().playing) nextUp.moved(position.get(), state.get().list[adjacentIndex(state.get(), 1) ?? -1]);
    },
    onFault: (fault) => {
      if (playback.run && state.get().phase === 'ready') recovery.fault(fault, position.get().time);
    },
  };
};
