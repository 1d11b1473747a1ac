/** The player, outside React: what plays, in which order, and how it goes on after faults. */
import type { Preload } from '../../../../../lambdas/contract/media/playback.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { EngineEvents, MediaEngine, MediaPosition } from '../engine/media-engine.ts';
import { createMediaAccess, PlaybackRefused, type MediaGrant, type PlayerFailure } from './media-access.ts';
import { createExtras, type ExtrasActions } from './player-extras.ts';
import { emptyPlayer, type PlayerState } from './player-state.ts';
import { createNextUp } from './next-up.ts';
import { createPreferences } from './preferences.ts';
import {
  indexAfterEnd,
  adjacentIndex,
  queueOf,
  withMoved,
  withNext,
  withoutEntry,
  withShuffled,
  type Queue,
  type Repeat,
} from './queue.ts';
import { createRecovery } from './recovery.ts';
import { createRenewal } from './renewal.ts';
import type { PlayerPorts } from './player-ports.ts';
import type { StartPosition } from '../resume/resume-rules.ts';
import { extendsList, isSeekable, UNMUTED_VOLUME, type PlayableItem, type PlayOptions } from './rules.ts';
import { playerTexts } from './texts.ts';
import { createViewTimer } from './view-timer.ts';

/** What screens may ask of the player. */
export interface Player extends ExtrasActions {
  readonly state: Pick<Store<PlayerState>, 'get' | 'subscribe'>;
  readonly position: Pick<Store<MediaPosition>, 'get' | 'subscribe'>;
  /** Plays `item` in the full player; goes on where it is when it plays already. */
  readonly play: (item: PlayableItem, options: PlayOptions) => void;
  readonly toggle: () => void;
  readonly resume: () => void;
  readonly pause: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  /** Plays the entry at a place of the queue. */
  readonly jumpTo: (index: number) => void;
  /**
   * Takes an entry out of the queue. Without the one that plays the next plays; when there is none the player is empty.
   */
  readonly removeEntry: (index: number) => void;
  readonly moveEntry: (from: number, to: number) => void;
  /** Brings what comes next into an order by chance. */
  readonly shuffleNext: () => void;
  readonly setRepeat: (repeat: Repeat) => void;
  /**
   * Puts an item behind what plays, also when it stands in the queue already. Ignored while nothing is in the player.
   */
  readonly playNext: (item: PlayableItem) => void;
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
  readonly chooseResumePoint: (seconds: number) => void;
  /**
   * Puts what was in the player elsewhere, or before the page was loaded, into the mini player, at rest and without
   * loading its media; ignored while something is there.
   */
  readonly restore: (queue: Queue, seconds: number) => void;
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

const report = (what: string) => (error: unknown) =>
  console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);

/** Makes a player. */
export const createPlayer = (ports: PlayerPorts): Player => {
  const { clock } = ports;
  const preferences = ports.preferences ?? createPreferences();
  const state = createStore<PlayerState>(
    emptyPlayer({ volume: 1, repeat: 'off', rate: preferences.get().rate, wantedHeight: null, canLeavePage: false }),
  );
  const position = createStore<MediaPosition>(START);
  const access = createMediaAccess(ports);
  const views = createViewTimer(clock);
  const startPositionOf = (item: PlayableItem, following: boolean) =>
    (state.get().tracked && ports.startPositionOf?.(item, following)) || { at: 0 };
  const nextUp = createNextUp({
    clock,
    access,
    engine: () => engine,
    startPositionOf: (item) => startPositionOf(item, true),
  });
  let run: Run | null = null;
  let engine: MediaEngine | null = null;
  let loading: Promise<MediaEngine> | null = null;
  /** The list as it was handed over: the queue may have been changed since. */
  let source: readonly PlayableItem[] = [];
  /** Where the item that was taken up at rest was put. */
  let restedAt = 0;
  let mount: { readonly slot: HTMLElement; leave?: () => void } | null = null;

  const patch = (next: Partial<PlayerState>) => state.set({ ...state.get(), ...next });
  const extras = createExtras({ state, patch, preferences, engine: () => engine, details: ports.details });

  const fail = (failure: PlayerFailure) => {
    renewal.stop();
    recovery.stop();
    views.end();
    engine?.unload();
    extras.closeEmpty();
    patch({ phase: 'failed', playing: false, buffering: false, failure, choice: null });
  };

  /** Starts the element when the person wants it to play. */
  const start = () => {
    if (!state.get().playing) return;
    void engine?.play().then((allowed) => {
      if (allowed) return;
      patch({ playing: false, buffering: false });
      if (run) extras.begin(run.item.id);
    });
  };

  const load = (url: string, startAt: number, preload: Preload | null) => {
    engine?.load(url, startAt, preload);
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
    if (moved) load(grant.url, position.get().time, grant.preload);
    return { renewAfterMs: grant.renewAfterMs, moved };
  };

  const renewal = createRenewal({ clock, isPlaying: () => state.get().playing, renew: refresh });
  const recovery = createRecovery({
    clock,
    renew: () => renewal.now(),
    resumeLoading: () => engine?.resumeLoading(),
    reload: (fromStart) => {
      if (run) load(run.url, fromStart ? 0 : position.get().time, null);
    },
    fail,
  });

  const events: EngineEvents = {
    ...extras.events,
    onPlaying: () => {
      recovery.settled();
      views.playing();
      patch({ playing: true, buffering: false });
      if (run) extras.begin(run.item.id);
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
      const target = indexAfterEnd(state.get());
      if (target === undefined) patch({ playing: false, buffering: false });
      else jumpTo(target);
    },
    onPosition: ({ time, duration, buffered }) => {
      recovery.moved(time);
      position.set({ time, buffered, duration: duration || (run?.item.duration ?? 0) });
      if (state.get().playing) nextUp.moved(position.get(), state.get().list[adjacentIndex(state.get(), 1) ?? -1]);
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
        extras.engineReady(ready);
        if (mount) mount.leave = ready.showIn(mount.slot);
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
  const open = async (current: Run, wanted: Promise<StartPosition> | StartPosition, granted?: Promise<MediaGrant>) => {
    patch({ phase: 'opening', playing: true, buffering: true, failure: null });
    try {
      const [, grant, startPosition] = await Promise.all([
        engineReady(),
        granted ?? access(current.item.id, current.playId),
        wanted,
      ]);
      if (run !== current) return;
      current.playId = grant.playId ?? current.playId;
      current.url = grant.url;
      const { at, choice = null, later } = startPosition;
      void later?.then((offer) => run === current && patch({ offer }));
      const playing = state.get().playing && !choice;
      patch({ phase: 'ready', playing, buffering: playing, choice, ...(choice ? { mode: 'full' as const } : {}) });
      if (at > 0) position.set({ ...position.get(), time: at });
      renewal.schedule(grant.renewAfterMs);
      load(grant.url, at, grant.preload);
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
    if (playId !== undefined)
      views.begin(() => void ports.countView(item.id, playId).catch(report('The view was not counted')));
  };

  /** Takes `item` into the player in place of what is there. */
  const take = (item: PlayableItem, time: number): Run => {
    stopRun();
    run = { item, playId: undefined, url: '', recorded: false };
    // First the item: whoever follows the position must not take it for one of the item before.
    patch({ item, choice: null, offer: null, phase: 'idle' });
    position.set({ ...START, time, duration: item.duration ?? 0 });
    return run;
  };

  const begin = (item: PlayableItem, following: boolean, startPosition?: StartPosition) => {
    const current = take(item, 0);
    const ready = nextUp.take(item.id);
    void open(
      current,
      startPosition ?? ((following && ready?.startPosition) || startPositionOf(item, following)),
      ready?.grant,
    );
  };

  const stopRun = () => {
    run = null;
    renewal.stop();
    recovery.stop();
    views.end();
    extras.leave();
    engine?.unload();
  };

  const retry = () => {
    if (run && state.get().phase === 'failed') void open(run, { at: position.get().time });
  };

  /**
   * Where an item goes on that was taken up at rest: where it rests when the person moved it, else where they were by
   * now.
   */
  const restedPlace = async (item: PlayableItem): Promise<StartPosition> => {
    const { time } = position.get();
    const found = time === restedAt ? await ports.startPositionOf?.(item, false) : undefined;
    return found && found.at > 0 ? found : { at: time };
  };

  const resume = () => {
    const { phase, item, playing } = state.get();
    if (phase === 'failed') return retry();
    if (!item || playing) return;
    if (phase === 'idle' && run) return void open(run, restedPlace(run.item));
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
    const target = adjacentIndex(state.get(), offset);
    if (target !== undefined) jumpTo(target);
  };

  const jumpTo = (target: number, following = true) => {
    const { list, at } = state.get();
    const item = list[target];
    if (!item) return;
    patch({ at: target });
    // What ends and is repeated does not go on where it was.
    begin(item, following, target === at && following ? { at: 0 } : undefined);
  };

  const removeEntry = (target: number) => {
    const before = state.get();
    const { list, at } = withoutEntry(before, target);
    patch({ list, at });
    if (target !== before.at) return;
    if (at < 0) cancel();
    else jumpTo(at);
  };

  const setVolume = (wanted: number) => {
    const volume = Math.round(Math.min(1, Math.max(0, wanted)) * 100) / 100;
    engine?.setVolume(volume);
    patch({ volume });
  };

  const cancel = () => {
    stopRun();
    state.set(emptyPlayer(state.get()));
    position.set(START);
  };

  return {
    ...extras.actions,
    state,
    position,
    play: (item, { list, tracked = true }) => {
      const before = state.get();
      source = list;
      patch({ ...queueOf(list, item), mode: 'full', tracked });
      if (before.item?.id === item.id && before.tracked === tracked) resume();
      else begin(item, false);
    },
    toggle: () => (state.get().playing ? pause() : resume()),
    resume,
    pause,
    next: () => go(1),
    previous: () => go(-1),
    jumpTo: (target) => jumpTo(target, false),
    removeEntry,
    moveEntry: (from, to) => patch(withMoved(state.get(), from, to)),
    shuffleNext: () => patch(withShuffled(state.get(), Math.random)),
    setRepeat: (repeat) => patch({ repeat }),
    playNext: (item) => {
      if (run) patch(withNext(state.get(), item));
    },
    seek,
    skip: (seconds) => {
      const { time, duration } = position.get();
      seek(Math.min(duration, Math.max(0, time + seconds)));
    },
    setVolume,
    toggleMute: () => setVolume(state.get().volume > 0 ? 0 : UNMUTED_VOLUME),
    setMode: (mode) => patch({ mode, panel: null }),
    extendList: (list) => {
      if (!extendsList(source, list)) return;
      patch({ list: [...state.get().list, ...list.slice(source.length)] });
      source = list;
    },
    chooseResumePoint: (seconds) => {
      patch({ offer: null });
      seek(seconds);
      resume();
    },
    restore: (queue, seconds) => {
      const item = queue.list[queue.at];
      if (run || !item) return;
      source = queue.list;
      patch({ ...queue, mode: 'mini', tracked: true });
      take(item, seconds);
      restedAt = seconds;
    },
    retry,
    cancel,
    showIn: (slot) => {
      const taken: NonNullable<typeof mount> = { slot };
      if (engine) taken.leave = engine.showIn(slot);
      mount = taken;
      return () => {
        taken.leave?.();
        if (mount === taken) mount = null;
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
