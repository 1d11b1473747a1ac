/**
 * Records the playback position: in this browser every few seconds, on the server less often, so that other devices can
 * resume.
 */
import type { Device, PlaybackPosition } from '../../../../../lambdas/contract/listening/playback-positions.ts';
import { isFinished } from '../../../../../lambdas/contract/listening/history-rules.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { LocalPositions } from './local-positions.ts';
import type { Player } from '../core/player.ts';
import { resolveStart, type StartPosition } from './resume-rules.ts';
import type { PlayableItem } from '../core/rules.ts';
import { createVersionedWriter, type Stamp, type VersionedWriter, type WriteAnswer } from '../core/versioned-writer.ts';

/** A position in an item, in seconds. */
export interface ItemPosition {
  readonly seconds: number;
  readonly duration: number;
}

export interface PositionTrackerPorts {
  readonly clock: Clock;
  readonly device: Device;
  /** Identifies this page among all writers. */
  readonly writer: string;
  /** Positions in this browser. */
  readonly local: LocalPositions;
  /** The position on the server; null if there is none. */
  readonly load: (contentId: string) => Promise<PlaybackPosition | null>;
  readonly save: (contentId: string, position: ItemPosition, stamp: Stamp, leaving: boolean) => Promise<WriteAnswer>;
  /** Reports the current position to screens; null if the item is finished or positions are not recorded. */
  readonly onPosition: (contentId: string, position: ItemPosition | null) => void;
}

export interface PositionTracker {
  /** Where an item starts. `following`: the user did not choose this item. Never rejects. */
  readonly startPositionOf: (item: PlayableItem, following: boolean) => Promise<StartPosition>;
  /** Follows a player until the returned function is called, which ends all saving. */
  readonly follow: (player: TrackedPlayer) => () => void;
  /** Saves everything now: the page is hidden or closed, or the user signs out. Resolves once that is done. */
  readonly leave: () => Promise<unknown>;
}

type TrackedPlayer = Pick<Player, 'state' | 'position'>;

/** Milliseconds between two records in this browser. */
const RECORD_MS = 5_000;
/**
 * Milliseconds of playing before the first save to the server. The interval doubles with each save, up to LONGEST_MS.
 * A pause, a jump, a hidden page and a closed page are saved at once; the interval only matters when another device
 * takes over while this one still plays, or when this one crashes. A write costs about two millionths of a dollar: if
 * it happened every five seconds, it would be most of the cost of a listener.
 */
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;
/** Milliseconds for which a start waits for the position on the server. */
export const LOAD_MS = 2_500;
/** Seconds between two reported positions beyond which the user jumped. */
const JUMP_SECONDS = 5;
/** Seconds within which two positions count as the same: a paused player still reports small changes. */
const SAME_SECONDS = 1;

const hasEnded = ({ seconds, duration }: ItemPosition): boolean => isFinished(seconds, duration);
const isSame = (one: ItemPosition, other: ItemPosition): boolean =>
  Math.abs(one.seconds - other.seconds) < SAME_SECONDS && hasEnded(one) === hasEnded(other);

/** The item that is playing. */
interface Current {
  readonly id: string;
  readonly writes: VersionedWriter<ItemPosition>;
  /** It has really played: from now on its position is the user's. */
  started: boolean;
  position: ItemPosition | null;
  /** The last position that was saved to the server. */
  saved: ItemPosition | null;
  recordedAt: number;
  savedAt: number;
  /** Milliseconds until the next save. */
  saveEvery: number;
}

interface Tracker {
  readonly ports: PositionTrackerPorts;
  readonly writers: Map<string, VersionedWriter<ItemPosition>>;
  readonly nextNumber: () => number;
  current: Current | null;
  /** The history is paused: nothing is recorded here. Saves continue: their responses say when the pause ends. */
  off: boolean;
}

const onSaveAnswer = (tracker: Tracker, id: string, answer: WriteAnswer, position: ItemPosition): void => {
  const { ports, current } = tracker;
  if (answer.kind !== 'stale') tracker.off = answer.kind === 'off';
  if (tracker.off) {
    ports.local.remove(id);
    ports.onPosition(id, null);
  } else if (answer.kind === 'saved' && !hasEnded(position))
    ports.local.set(id, {
      ...(current?.id === id && current.position ? current.position : position),
      version: answer.version,
    });
};

const writerOf = (tracker: Tracker, id: string): VersionedWriter<ItemPosition> => {
  const { ports, writers } = tracker;
  const writer =
    writers.get(id) ??
    createVersionedWriter<ItemPosition>(
      {
        clock: ports.clock,
        writer: ports.writer,
        send: (position, stamp, leaving) => ports.save(id, position, stamp, leaving),
        onAnswer: (answer, position) => onSaveAnswer(tracker, id, answer, position),
      },
      tracker.nextNumber,
    );
  writers.set(id, writer);
  return writer;
};

/** Records the position in this browser. */
const record = ({ ports, off }: Tracker, { id, position, writes }: Current): void => {
  if (!position || off) return;
  if (hasEnded(position)) ports.local.remove(id);
  else ports.local.set(id, { ...position, version: writes.version() });
  ports.onPosition(id, hasEnded(position) ? null : position);
};

/** Records the position in this browser and saves it to the server, unless it is the one that was saved last. */
const save = (tracker: Tracker, current: Current): void => {
  const { position, saved, writes } = current;
  if (!position || (saved && isSame(saved, position))) return;
  record(tracker, current);
  const now = tracker.ports.clock.now();
  current.recordedAt = now;
  current.savedAt = now;
  current.saveEvery = Math.min(LONGEST_MS, current.saveEvery * 2);
  current.saved = position;
  writes.write(position);
};

const leave = (tracker: Tracker): Promise<unknown> => {
  if (tracker.current?.started) save(tracker, tracker.current);
  return Promise.all([...tracker.writers.values()].map((writer) => writer.leave()));
};

const findStart = async (tracker: Tracker, item: PlayableItem, following: boolean): Promise<StartPosition> => {
  const { load, local: positions, clock, device } = tracker.ports;
  let server: PlaybackPosition | null | undefined;
  const loaded = load(item.id).then(
    (stored) => (server = stored),
    () => undefined,
  );
  await Promise.race([loaded, new Promise<void>((resolve) => clock.after(LOAD_MS, resolve))]);
  const local = positions.get(item.id);
  writerOf(tracker, item.id).know(server === undefined ? (local?.version ?? 0) : (server?.version ?? 0));
  // The history was cleared on another device.
  if (server === null && (local?.version ?? 0) > 0) positions.remove(item.id);
  const known = { item, local, deviceId: device.id, following };
  const start = resolveStart({ ...known, server });
  return server === undefined
    ? { ...start, later: loaded.then((late) => resolveStart({ ...known, server: late }).choice?.[0] ?? null) }
    : start;
};

const onState = (tracker: Tracker, { state }: TrackedPlayer): void => {
  const { item, playing, buffering, phase, tracked } = state.get();
  const id = tracked ? (item?.id ?? null) : null;
  if (tracker.current && (tracker.current.id !== id || phase === 'idle')) {
    if (tracker.current.started) save(tracker, tracker.current);
    tracker.current = null;
  }
  if (id !== null && phase !== 'idle') {
    const now = tracker.ports.clock.now();
    tracker.current ??= {
      id,
      writes: writerOf(tracker, id),
      started: false,
      position: null,
      saved: null,
      recordedAt: now,
      savedAt: now,
      saveEvery: FIRST_MS,
    };
  }
  const { current } = tracker;
  if (!current || phase !== 'ready') return;
  if (playing && !buffering) current.started = true;
  else if (!playing && current.started) save(tracker, current);
};

const onPlayerPosition = (tracker: Tracker, { state, position }: TrackedPlayer): void => {
  const { current } = tracker;
  const { phase, playing, buffering } = state.get();
  const { time, duration } = position.get();
  if (!current?.started || phase !== 'ready' || buffering || duration <= 0) return;
  const before = current.position;
  current.position = { seconds: Math.round(time * 10) / 10, duration: Math.round(duration * 10) / 10 };
  const now = tracker.ports.clock.now();
  const jumped = before && Math.abs(time - before.seconds) > JUMP_SECONDS;
  if (jumped || (playing && now - current.savedAt >= current.saveEvery)) save(tracker, current);
  else if (now - current.recordedAt >= RECORD_MS) {
    current.recordedAt = now;
    record(tracker, current);
  }
};

/** Creates a tracker for one page. */
export const createPositionTracker = (ports: PositionTrackerPorts): PositionTracker => {
  let number = 0;
  const tracker: Tracker = {
    ports,
    writers: new Map(),
    nextNumber: () => (number += 1),
    current: null,
    off: false,
  };
  return {
    startPositionOf: (item, following) => findStart(tracker, item, following),
    follow: (player) => {
      const stops = [
        player.state.subscribe(() => onState(tracker, player)),
        player.position.subscribe(() => onPlayerPosition(tracker, player)),
      ];
      onState(tracker, player);
      return () => {
        for (const stop of stops) stop();
        for (const writer of tracker.writers.values()) writer.end();
        tracker.current = null;
      };
    },
    leave: () => leave(tracker),
  };
};
