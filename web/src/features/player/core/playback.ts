/** The steps of playing one item, from requesting its media to stopping it. */
import type { Preload } from '../../../../../lambdas/contract/media/playback.ts';
import type { Store } from '../../../lib/store.ts';
import type { MediaPosition } from '../engine/media-engine.ts';
import type { StartPosition } from '../resume/resume-rules.ts';
import type { LazyEngine } from './lazy-engine.ts';
import { PlaybackError, type MediaGrant, type PlayerFailure } from './media-access.ts';
import type { NextUp } from './next-up.ts';
import type { Extras } from './player-extras.ts';
import type { PlayerPorts } from './player-ports.ts';
import { emptyPlayer, type PlayerState } from './player-state.ts';
import type { Recovery } from './recovery.ts';
import { TRY_AGAIN_MS, type Renewal } from './renewal.ts';
import { isSeekable, type PlayableItem } from './rules.ts';
import type { ViewTimer } from './view-timer.ts';

/** One item in the player, from `play` until another item replaces it. */
export interface Run {
  readonly item: PlayableItem;
  playId: string | undefined;
  url: string;
  /** Whether the watch history has this start. */
  recorded: boolean;
  /** Where it starts, until its media is loaded: after a failure, it starts there again. */
  start: Promise<StartPosition> | StartPosition | null;
}

/** The shared state and the parts of one player. */
export interface Playback {
  readonly ports: PlayerPorts;
  readonly state: Store<PlayerState>;
  readonly position: Store<MediaPosition>;
  readonly patch: (next: Partial<PlayerState>) => void;
  readonly engine: LazyEngine;
  readonly access: (contentId: string, playId: string | undefined) => Promise<MediaGrant>;
  readonly extras: Extras;
  readonly views: ViewTimer;
  readonly renewal: Renewal;
  readonly recovery: Recovery;
  readonly nextUp: NextUp;
  run: Run | null;
  /** The list as `play` or `extendList` received it; the user may have changed the queue since. */
  source: readonly PlayableItem[];
  /** Position, in seconds, at which `restore` left the item. */
  restedAt: number;
}

export const NO_POSITION: MediaPosition = { time: 0, duration: 0, buffered: 0 };

const logFailure = (what: string) => (error: unknown) =>
  console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);

/** Where `item` starts. `following`: the user did not choose this item. */
export const startPositionOf = ({ state, ports }: Playback, item: PlayableItem, following: boolean) =>
  (state.get().tracked && ports.startPositionOf?.(item, following)) || { at: 0 };

/** Stops playing and shows why. */
export const fail = (playback: Playback, failure: PlayerFailure): void => {
  const { renewal, recovery, views, engine, extras, patch } = playback;
  renewal.stop();
  recovery.stop();
  views.end();
  engine.get()?.unload();
  extras.closeEmpty();
  patch({ phase: 'failed', playing: false, buffering: false, failure, choice: null });
};

/** Starts the media element if the player is meant to play. */
const startEngine = (playback: Playback): void => {
  const { state, patch, engine, extras } = playback;
  if (!state.get().playing) return;
  void engine
    .get()
    ?.play()
    .then((allowed) => {
      if (allowed) return;
      patch({ playing: false, buffering: false });
      if (playback.run) extras.begin(playback.run.item.id);
    });
};

/** Loads `url` from `startAt` seconds on. */
export const load = (playback: Playback, url: string, startAt: number, preload: Preload | null): void => {
  playback.engine.get()?.load(url, startAt, preload);
  startEngine(playback);
};

/**
 * Renews URL and cookies of the current item, and loads the URL if it changed. Without a grant, the current URL stays:
 * its cookies may still be valid, and those for the manifest's own URL may be of a larger plan.
 */
export const refresh = async (playback: Playback): Promise<{ renewAfterMs: number | null; moved: boolean }> => {
  const { run } = playback;
  if (!run) return { renewAfterMs: null, moved: false };
  const grant = await playback.access(run.item.id, run.playId);
  if (grant.playId === undefined) return { renewAfterMs: TRY_AGAIN_MS, moved: false };
  const moved = playback.run === run && grant.url !== run.url;
  run.playId = grant.playId;
  run.url = grant.url;
  if (moved) load(playback, grant.url, playback.position.get().time, grant.preload);
  return { renewAfterMs: grant.renewAfterMs, moved };
};

/** Records the start in the watch history, and counts a view once the item has played long enough. */
const track = ({ state, ports, views }: Playback, run: Run): void => {
  if (!state.get().tracked) return;
  const { item, playId } = run;
  if (!run.recorded) ports.recordStart(item.id).catch(logFailure('Failed to record the start in the watch history'));
  run.recorded = true;
  if (playId !== undefined)
    views.begin(() => void ports.countView(item.id, playId).catch(logFailure('Failed to count the view')));
};

/** Opens an item: requests its media and loads it at its start position. */
const open = async (
  playback: Playback,
  run: Run,
  start: Promise<StartPosition> | StartPosition,
  granted?: Promise<MediaGrant>,
  askedAt = playback.ports.clock.now(),
): Promise<void> => {
  const { state, position, patch, engine, access, renewal } = playback;
  run.start = start;
  patch({ phase: 'opening', playing: true, buffering: true, failure: null, askedAt });
  try {
    const [, grant, startPosition] = await Promise.all([
      engine.ready(),
      granted ?? access(run.item.id, run.playId),
      start,
    ]);
    if (playback.run !== run) return;
    run.playId = grant.playId ?? run.playId;
    run.url = grant.url;
    const { at, choice = null, later } = startPosition;
    void later?.then((offer) => playback.run === run && patch({ offer }));
    const playing = state.get().playing && !choice;
    patch({ measuredPlay: grant.measured && state.get().tracked ? (run.playId ?? null) : null });
    patch({ phase: 'ready', playing, buffering: playing, choice, ...(choice ? { mode: 'full' as const } : {}) });
    if (at > 0) position.set({ ...position.get(), time: at });
    // A prepared play begins with its first renewal, which is due as soon as it plays.
    renewal.schedule(granted && grant.playId !== undefined ? 0 : grant.renewAfterMs);
    load(playback, grant.url, at, grant.preload);
    run.start = null;
    track(playback, run);
  } catch (error) {
    if (playback.run !== run) return;
    if (!(error instanceof PlaybackError)) throw error;
    fail(playback, error.failure);
  }
};

const stopRun = (playback: Playback): void => {
  const { renewal, recovery, views, extras, engine } = playback;
  playback.run = null;
  renewal.stop();
  recovery.stop();
  views.end();
  extras.leave();
  engine.get()?.unload();
};

/** Replaces the current item with `item`, without loading it. */
export const enter = (playback: Playback, item: PlayableItem, time: number): Run => {
  stopRun(playback);
  const run: Run = { item, playId: undefined, url: '', recorded: false, start: null };
  playback.run = run;
  // The item comes first: otherwise subscribers take the new position for one of the previous item.
  playback.patch({ item, choice: null, offer: null, phase: 'idle', measuredPlay: null });
  playback.position.set({ ...NO_POSITION, time, duration: item.duration ?? 0 });
  return run;
};

/**
 * Plays `item` from `start`, by default from where the user left it. `askedAt` is when the user asked for it, by
 * default now.
 */
export const begin = (
  playback: Playback,
  item: PlayableItem,
  following: boolean,
  start?: StartPosition,
  askedAt?: number,
): void => {
  const run = enter(playback, item, 0);
  const ready = playback.nextUp.take(item.id);
  const position = start ?? ((following && ready?.startPosition) || startPositionOf(playback, item, following));
  void open(playback, run, position, ready?.grant, askedAt);
};

/** Opens the current item again after a failure, at the same position. */
export const retry = (playback: Playback): void => {
  const { run, state, position } = playback;
  if (run && state.get().phase === 'failed') void open(playback, run, run.start ?? { at: position.get().time });
};

/**
 * Where a restored item starts: at the position that the user chose here since, otherwise at the newest known one.
 */
const restoredPosition = async (
  { position, ports, restedAt }: Playback,
  item: PlayableItem,
): Promise<StartPosition> => {
  const { time } = position.get();
  const found = time === restedAt ? await ports.startPositionOf?.(item, false) : undefined;
  return found && found.at > 0 ? found : { at: time };
};

export const resume = (playback: Playback): void => {
  const { run, state, patch, renewal } = playback;
  const { phase, item, playing } = state.get();
  if (phase === 'failed') return retry(playback);
  if (!item || playing) return;
  if (phase === 'idle' && run) return void open(playback, run, restoredPosition(playback, run.item));
  patch({ playing: true, choice: null });
  if (phase !== 'ready') return;
  renewal.catchUp();
  startEngine(playback);
};

export const pause = ({ state, patch, engine }: Playback): void => {
  if (!state.get().playing) return;
  patch({ playing: false });
  engine.get()?.pause();
};

/** Seconds from the start; ignored outside of the item. */
export const seek = ({ state, position, engine }: Playback, seconds: number): void => {
  const { phase } = state.get();
  if ((phase !== 'ready' && phase !== 'idle') || !isSeekable(seconds, position.get())) return;
  position.set({ ...position.get(), time: seconds });
  if (phase === 'ready') engine.get()?.seek(seconds);
};

/** Stops and empties the player. */
export const cancel = (playback: Playback): void => {
  const { state, position } = playback;
  stopRun(playback);
  state.set(emptyPlayer(state.get()));
  position.set(NO_POSITION);
};
