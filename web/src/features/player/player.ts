/** The player, outside React: what plays, in which order, and how it goes on after faults. */
import type { Clock } from '../../lib/clock.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { EngineEvents, MediaEngine, MediaPosition } from './engine/media-engine.ts';
import { createMediaAccess, PlaybackRefused, type MediaAccessPorts, type PlayerFailure } from './media-access.ts';
import { emptyPlayer, type PlayerState } from './player-state.ts';
import { createRecovery } from './recovery.ts';
import { createRenewal } from './renewal.ts';
import type { StartPlace } from './resume-rules.ts';
import { extendsList, isSeekable, neighbour, UNMUTED_VOLUME, type PlayableItem } from './rules.ts';
import { playerTexts } from './texts.ts';
import { createViewTimer } from './view-timer.ts';

export interface PlayerPorts extends MediaAccessPorts {
  readonly clock: Clock;
  /** Fetches the engine; called with the first play. */
  readonly loadEngine: (events: EngineEvents) => Promise<MediaEngine>;
  /** Notes in the watch history that a content was started. */
  readonly recordStart: (contentId: string) => Promise<unknown>;
  /** Counts a play as a view. */
  readonly countView: (contentId: string, playId: string) => Promise<unknown>;
  /** Where a tracked item goes on; without it at its start. `following`: the person did not press this item. Never rejects. */
  readonly placeOf?: (item: PlayableItem, following: boolean) => Promise<StartPlace>;
}

export interface PlayOptions {
  /** The list that the item stands in. */
  readonly list: readonly PlayableItem[];
  readonly tracked?: boolean;
}

/** What screens may ask of the player. */
export interface Player {
  readonly state: Pick<Store<PlayerState>, 'get' | 'subscribe'>;
  readonly position: Pick<Store<MediaPosition>, 'get' | 'subscribe'>;
  /** Plays `item` in the full player; goes on where it is when it plays already. */
  readonly play: (item: PlayableItem, options: PlayOptions) => void;
  readonly toggle: () => void;
  readonly resume: () => void;
  readonly pause: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  /** Seconds from the start; ignored outside of the content. */
  readonly seek: (seconds: number) => void;
  /** Seconds from here, held within the content. */
  readonly skip: (seconds: number) => void;
  readonly setVolume: (volume: number) => void;
  readonly toggleMute: () => void;
  readonly setMode: (mode: PlayerState['mode']) => void;
  /** Takes a longer version of the list that is being played, as paging makes it. */
  readonly extendList: (list: readonly PlayableItem[]) => void;
  /** Answers the question where to go on, in seconds from the start, and plays. */
  readonly choosePlace: (seconds: number) => void;
  /** Puts what was in the player elsewhere, or before the page was loaded, into the mini player, at rest and without loading its media; ignored while something is there. */
  readonly restore: (item: PlayableItem, list: readonly PlayableItem[], seconds: number) => void;
  /** Tries again what failed, at the same position. */
  readonly retry: () => void;
  /** Stops and empties the player. */
  readonly cancel: () => void;
  /** Shows the picture in `slot`; the answer takes it out again. */
  readonly showIn: (slot: HTMLElement) => () => void;
  /** Gives up the media element too; playing again makes another. */
  readonly dispose: () => void;
}

/** One item in the player, from `play` until another takes its place. */
interface Run {
  readonly item: PlayableItem;
  playId: string | undefined;
  url: string;
  recorded: boolean;
}

const START: MediaPosition = { time: 0, duration: 0, buffered: 0 };

const report = (what: string) => (error: unknown) => console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);

/** Makes a player. */
export const createPlayer = (ports: PlayerPorts): Player => {
  const { clock } = ports;
  const state = createStore<PlayerState>(emptyPlayer(1));
  const position = createStore<MediaPosition>(START);
  const access = createMediaAccess(ports);
  const views = createViewTimer(clock);
  let run: Run | null = null;
  let engine: MediaEngine | null = null;
  let loading: Promise<MediaEngine> | null = null;
  let place: { readonly slot: HTMLElement; leave?: () => void } | null = null;

  const patch = (next: Partial<PlayerState>) => state.set({ ...state.get(), ...next });

  const fail = (failure: PlayerFailure) => {
    renewal.stop();
    recovery.stop();
    views.end();
    engine?.unload();
    patch({ phase: 'failed', playing: false, buffering: false, failure, choice: null });
  };

  /** Starts the element when the person wants it to play. */
  const start = () => {
    if (!state.get().playing) return;
    void engine?.play().then((allowed) => {
      if (!allowed) patch({ playing: false, buffering: false });
    });
  };

  const load = (url: string, startAt: number) => {
    engine?.load(url, startAt);
    start();
  };

  /** Renews address and cookies of what plays. Answers whether the address is another one, which is loaded then. */
  const refresh = async (): Promise<{ renewAfterMs: number | null; moved: boolean }> => {
    const current = run;
    if (!current) return { renewAfterMs: null, moved: false };
    const grant = await access(current.item.id, current.playId);
    const moved = run === current && grant.url !== current.url;
    current.playId = grant.playId ?? current.playId;
    current.url = grant.url;
    if (moved) load(grant.url, position.get().time);
    return { renewAfterMs: grant.renewAfterMs, moved };
  };

  const renewal = createRenewal({ clock, isPlaying: () => state.get().playing, renew: refresh });
  const recovery = createRecovery({
    clock,
    renew: () => renewal.now(),
    resumeLoading: () => engine?.resumeLoading(),
    reload: (fromStart) => {
      if (run) load(run.url, fromStart ? 0 : position.get().time);
    },
    fail,
  });

  const events: EngineEvents = {
    onPlaying: () => {
      recovery.settled();
      views.playing();
      patch({ playing: true, buffering: false });
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
      views.resting();
      recovery.settled();
      const following = neighbour(state.get().list, state.get().item, 1);
      if (following) begin(following);
      else patch({ playing: false, buffering: false });
    },
    onPosition: ({ time, duration, buffered }) => {
      recovery.moved(time);
      position.set({ time, buffered, duration: duration || (run?.item.duration ?? 0) });
    },
    onFault: (fault) => {
      if (run && state.get().phase === 'ready') recovery.fault(fault, position.get().time);
    },
  };

  const engineReady = (): Promise<MediaEngine> => {
    loading ??= ports.loadEngine(events).then(
      (ready) => {
        engine = ready;
        ready.setVolume(state.get().volume);
        if (place) place.leave = ready.showIn(place.slot);
        return ready;
      },
      () => {
        loading = null;
        throw new PlaybackRefused({ kind: 'message', text: playerTexts.playerUnavailable }, true);
      },
    );
    return loading;
  };

  /** From asking for the address to the first byte. */
  const open = async (current: Run, wanted: Promise<StartPlace> | StartPlace) => {
    patch({ phase: 'opening', playing: true, buffering: true, failure: null });
    try {
      const [, grant, place] = await Promise.all([engineReady(), access(current.item.id, current.playId), wanted]);
      if (run !== current) return;
      current.playId = grant.playId ?? current.playId;
      current.url = grant.url;
      const { at, choice = null } = place;
      const playing = state.get().playing && !choice;
      patch({ phase: 'ready', playing, buffering: playing, choice });
      if (at > 0) position.set({ ...position.get(), time: at });
      renewal.schedule(grant.renewAfterMs);
      load(grant.url, at);
      track(current);
    } catch (error) {
      if (run !== current) return;
      if (!(error instanceof PlaybackRefused)) throw error;
      fail(error.failure);
    }
  };

  const track = (current: Run) => {
    if (!state.get().tracked) return;
    const { item, playId } = current;
    if (!current.recorded) ports.recordStart(item.id).catch(report('The watch history was not written'));
    current.recorded = true;
    if (playId !== undefined) views.begin(() => void ports.countView(item.id, playId).catch(report('The view was not counted')));
  };

  /** Takes `item` into the player in place of what is there. */
  const take = (item: PlayableItem, time: number): Run => {
    stopRun();
    run = { item, playId: undefined, url: '', recorded: false };
    position.set({ ...START, time, duration: item.duration ?? 0 });
    patch({ item, choice: null });
    return run;
  };

  const begin = (item: PlayableItem, following = true) => {
    const current = take(item, 0);
    void open(current, (state.get().tracked && ports.placeOf?.(item, following)) || { at: 0 });
  };

  const stopRun = () => {
    run = null;
    renewal.stop();
    recovery.stop();
    views.end();
    engine?.unload();
  };

  const retry = () => {
    if (run && state.get().phase === 'failed') void open(run, { at: position.get().time });
  };

  const resume = () => {
    const { phase, item, playing } = state.get();
    if (phase === 'failed') return retry();
    if (!item || playing) return;
    if (phase === 'idle' && run) return void open(run, { at: position.get().time });
    patch({ playing: true, choice: null });
    if (phase !== 'ready') return;
    renewal.catchUp();
    start();
  };

  const pause = () => {
    if (!state.get().playing) return;
    patch({ playing: false });
    engine?.pause();
  };

  const seek = (seconds: number) => {
    const { phase } = state.get();
    if ((phase !== 'ready' && phase !== 'idle') || !isSeekable(seconds, position.get())) return;
    position.set({ ...position.get(), time: seconds });
    if (phase === 'ready') engine?.seek(seconds);
  };

  const go = (offset: 1 | -1) => {
    const target = neighbour(state.get().list, state.get().item, offset);
    if (target) begin(target);
  };

  const setVolume = (wanted: number) => {
    const volume = Math.round(Math.min(1, Math.max(0, wanted)) * 100) / 100;
    engine?.setVolume(volume);
    patch({ volume });
  };

  const cancel = () => {
    stopRun();
    position.set(START);
    state.set(emptyPlayer(state.get().volume));
  };

  return {
    state,
    position,
    play: (item, { list, tracked = true }) => {
      const before = state.get();
      patch({ list, mode: 'full', tracked });
      if (before.item?.id === item.id && before.tracked === tracked) resume();
      else begin(item, false);
    },
    toggle: () => (state.get().playing ? pause() : resume()),
    resume,
    pause,
    next: () => go(1),
    previous: () => go(-1),
    seek,
    skip: (seconds) => {
      const { time, duration } = position.get();
      seek(Math.min(duration, Math.max(0, time + seconds)));
    },
    setVolume,
    toggleMute: () => setVolume(state.get().volume > 0 ? 0 : UNMUTED_VOLUME),
    setMode: (mode) => patch({ mode }),
    extendList: (list) => {
      if (extendsList(state.get().list, list)) patch({ list });
    },
    choosePlace: (seconds) => {
      seek(seconds);
      resume();
    },
    restore: (item, list, seconds) => {
      if (run) return;
      take(item, seconds);
      patch({ list, mode: 'mini', phase: 'idle', tracked: true });
    },
    retry,
    cancel,
    showIn: (slot) => {
      const taken: NonNullable<typeof place> = { slot };
      if (engine) taken.leave = engine.showIn(slot);
      place = taken;
      return () => {
        taken.leave?.();
        if (place === taken) place = null;
      };
    },
    dispose: () => {
      cancel();
      engine?.destroy();
      engine = null;
      loading = null;
    },
  };
};
