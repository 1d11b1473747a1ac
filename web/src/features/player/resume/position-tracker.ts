/**
 * Remembers where the person is in what plays: here every few seconds, at the server less often, so that other devices
 * can go on.
 */
import type { Device, PlaybackPosition } from '../../../../../lambdas/contract/listening/playback-positions.ts';
import { isFinished } from '../../../../../lambdas/contract/listening/history-rules.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { LocalPositions } from './local-positions.ts';
import type { Player } from '../core/player.ts';
import { resolveStart, type StartPosition } from './resume-rules.ts';
import type { PlayableItem } from '../core/rules.ts';
import { createVersionedWriter, type Stamp, type VersionedWriter, type WriteAnswer } from '../core/versioned-writer.ts';

/** Somewhere in a content, in seconds. */
export interface Spot {
  readonly seconds: number;
  readonly duration: number;
}

export interface PositionTrackerPorts {
  readonly clock: Clock;
  readonly device: Device;
  /** Names this page among all that write. */
  readonly writer: string;
  readonly own: LocalPositions;
  /** What the server knows of a content; null for nothing. */
  readonly load: (contentId: string) => Promise<PlaybackPosition | null>;
  readonly save: (contentId: string, spot: Spot, stamp: Stamp, leaving: boolean) => Promise<WriteAnswer>;
  /** The person is there now; null: the content is finished, or nothing is kept of it. For screens. */
  readonly onSpot: (contentId: string, spot: Spot | null) => void;
}

export interface PositionTracker {
  /** Where an item goes on. Never rejects. */
  readonly startPositionOf: (item: PlayableItem, following: boolean) => Promise<StartPosition>;
  /** Follows a player until the answer is called. */
  readonly follow: (player: Pick<Player, 'state' | 'position'>) => () => void;
  /** The page is left, or nobody may see it any more: everything is written now. */
  readonly leave: () => void;
}

/** Milliseconds between two notes in this browser. */
const NOTE_MS = 5_000;
/**
 * Milliseconds of playing after which the server is told for the first time, and at most: each time twice as long.
 * Pausing, jumping, hiding and leaving are told at once, so this is for whoever goes on elsewhere while it still plays
 * here, or when this device broke off. A write costs the operator about two millionths of a dollar: every five seconds
 * it would be most of what a listener costs.
 */
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;
/** Milliseconds for which a start waits for the server's place. */
const LOAD_MS = 2_500;
/** Further apart than this, in seconds, two positions are a jump. */
const JUMP_SECONDS = 5;

/**
 * Nearer than this, in seconds, two positions are the same: a player that is paused still reports a little of what ran
 * on.
 */
const SAME_SECONDS = 1;

const hasEnded = ({ seconds, duration }: Spot): boolean => isFinished(seconds, duration);
const isSame = (one: Spot, other: Spot): boolean =>
  Math.abs(one.seconds - other.seconds) < SAME_SECONDS && hasEnded(one) === hasEnded(other);

interface Current {
  readonly id: string;
  readonly writes: VersionedWriter<Spot>;
  /** It has really played, so that positions are the person's. */
  started: boolean;
  spot: Spot | null;
  /** What the server was told last. */
  told: Spot | null;
  notedAt: number;
  toldAt: number;
  every: number;
}

/** Makes the keeper. */
export const createPositionTracker = (ports: PositionTrackerPorts): PositionTracker => {
  const { clock, device, own, writer } = ports;
  const writers = new Map<string, VersionedWriter<Spot>>();
  let number = 0;
  let current: Current | null = null;
  /** The history is paused: nothing is noted here either. The server is still told, since it says when that ends. */
  let off = false;

  const writerOf = (id: string): VersionedWriter<Spot> => {
    const made =
      writers.get(id) ??
      createVersionedWriter<Spot>(
        {
          clock,
          writer,
          send: (spot, stamp, leaving) => ports.save(id, spot, stamp, leaving),
          onAnswer: (answer, spot) => {
            if (answer.kind !== 'stale') off = answer.kind === 'off';
            if (off) {
              own.remove(id);
              ports.onSpot(id, null);
            } else if (answer.kind === 'saved' && !hasEnded(spot))
              own.set(id, { ...(current?.id === id && current.spot ? current.spot : spot), version: answer.version });
          },
        },
        () => (number += 1),
      );
    writers.set(id, made);
    return made;
  };

  const note = ({ id, spot, writes }: Current) => {
    if (!spot || off) return;
    if (hasEnded(spot)) own.remove(id);
    else own.set(id, { ...spot, version: writes.version() });
    ports.onSpot(id, hasEnded(spot) ? null : spot);
  };

  /** Notes and tells where the person is. */
  const tell = (at: Current) => {
    if (!at.spot || (at.told && isSame(at.told, at.spot))) return;
    note(at);
    at.notedAt = clock.now();
    at.toldAt = clock.now();
    at.every = Math.min(LONGEST_MS, at.every * 2);
    at.told = at.spot;
    at.writes.write(at.spot);
  };

  const leave = () => {
    if (current?.started) tell(current);
    for (const one of writers.values()) one.leave();
  };

  return {
    startPositionOf: async (item, following) => {
      let server: PlaybackPosition | null | undefined;
      const loaded = ports.load(item.id).then(
        (stored) => (server = stored),
        () => undefined,
      );
      await Promise.race([loaded, new Promise<void>((resolve) => clock.after(LOAD_MS, resolve))]);
      const local = own.get(item.id);
      writerOf(item.id).know(server === undefined ? (local?.version ?? 0) : (server?.version ?? 0));
      // The history was cleared elsewhere.
      if (server === null && (local?.version ?? 0) > 0) own.remove(item.id);
      const known = { item, own: local, deviceId: device.id, following };
      const start = resolveStart({ ...known, server });
      return server === undefined
        ? { ...start, later: loaded.then((late) => resolveStart({ ...known, server: late }).choice?.[0] ?? null) }
        : start;
    },

    follow: ({ state, position }) => {
      const onState = () => {
        const { item, playing, buffering, phase, tracked } = state.get();
        const id = tracked ? (item?.id ?? null) : null;
        if (current && (current.id !== id || phase === 'idle')) {
          if (current.started) tell(current);
          current = null;
        }
        if (id !== null && !current && phase !== 'idle') {
          current = {
            id,
            writes: writerOf(id),
            started: false,
            spot: null,
            told: null,
            notedAt: clock.now(),
            toldAt: clock.now(),
            every: FIRST_MS,
          };
        }
        if (!current || phase !== 'ready') return;
        if (playing && !buffering) current.started = true;
        else if (!playing && current.started) tell(current);
      };
      const onPosition = () => {
        const { phase, playing, buffering } = state.get();
        const { time, duration } = position.get();
        if (!current?.started || phase !== 'ready' || buffering || duration <= 0) return;
        const before = current.spot;
        current.spot = { seconds: Math.round(time * 10) / 10, duration: Math.round(duration * 10) / 10 };
        const now = clock.now();
        if (
          (before && Math.abs(time - before.seconds) > JUMP_SECONDS) ||
          (playing && now - current.toldAt >= current.every)
        )
          tell(current);
        else if (now - current.notedAt >= NOTE_MS) {
          current.notedAt = now;
          note(current);
        }
      };
      const stop = [state.subscribe(onState), position.subscribe(onPosition)];
      onState();
      return () => {
        for (const end of stop) end();
        leave();
        current = null;
      };
    },
    leave,
  };
};
