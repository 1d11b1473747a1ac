import type { PlayMeasures } from '../../../../../lambdas/contract/delivery/quality.ts';
import type { PlayFailure } from '../../../../../lambdas/contract/delivery/play-kinds.ts';
import {
  MAX_PASSES,
  MAX_STALL_MS,
  MAX_STARTUP_MS,
  PARTS,
  PLAY_HEIGHTS,
  type PlayHeight,
} from '../../../../../lambdas/contract/delivery/quality-rules.ts';
import { MAX_RATE } from '../../../../../lambdas/contract/media/views.ts';
import type { Clock } from '../../../lib/clock.ts';

/** Seconds beyond what could have played meanwhile, or back, at which a change of the position is a jump. */
const JUMP_SECONDS = 1;
/** The most seconds that count as playback between two positions: browsers report them at least this often. */
const LONGEST_STEP = 5;

/** What is measured of one play, from its creation on. */
export interface Measuring {
  /** The user asks to play again before anything moved, such as after a question: the start is measured from now. */
  readonly asked: () => void;
  /** Whether the player plays, and does not wait, from now on. */
  readonly playing: (isPlaying: boolean) => void;
  /** The position and the length, in seconds. */
  readonly moved: (time: number, duration: number) => void;
  /** Whether playback waits for data from now on. */
  readonly waiting: (isWaiting: boolean) => void;
  /** The height of the picture from now on, in pixels; null without a picture. */
  readonly shown: (height: number | null) => void;
  /** The player gives up. Only the first time counts. */
  readonly failed: (reason: PlayFailure) => void;
  /** What is measured so far. `left`: whether the user leaves the title. */
  readonly measures: (left: boolean) => PlayMeasures;
}

const classOf = (height: number): PlayHeight =>
  PLAY_HEIGHTS.findLast((known) => Number(known) <= height) ?? PLAY_HEIGHTS[0];

/** Begins to measure a play that the user asked for at `askedAt` (milliseconds since the epoch). */
export const createMeasuring = ({ now }: Pick<Clock, 'now'>, askedAt: number): Measuring => {
  let startup: number | null = null;
  let playingSince: number | null = null;
  let position = { time: 0, at: askedAt };
  let watchedMs = 0;
  /** A seek, or another try, is not finished: waiting after it is no stall, until playback moves again. */
  let isSeeking = false;
  let stalledSince: number | null = null;
  let height: number | null = null;
  /** Milliseconds of playback by height. */
  const heights: Partial<Record<PlayHeight, number>> = {};
  let stalls = { stalls: 0, stalled_ms: 0 };
  const switches = { switches_up: 0, switches_down: 0 };
  let failure: PlayFailure | null = null;
  const passes: [number, number][] = [];
  /** The pass that the position is in; null after a jump. */
  let pass: [number, number] | null = null;

  const play = (part: number): void => {
    if (pass) pass[1] = Math.max(pass[1], part);
    else if (passes.length < MAX_PASSES) passes.push((pass = [part, part]));
  };
  /** The stalls so far, including one that has not ended. */
  const stalled = (): Pick<PlayMeasures, 'stalls' | 'stalled_ms'> =>
    stalledSince === null
      ? stalls
      : { stalls: stalls.stalls + 1, stalled_ms: stalls.stalled_ms + Math.min(MAX_STALL_MS, now() - stalledSince) };
  const endStall = (): void => {
    stalls = stalled();
    stalledSince = null;
  };

  return {
    asked: () => {
      askedAt = now();
    },
    playing: (isPlaying) => {
      // A pause is not playback, however long the next position takes.
      if (isPlaying && playingSince === null) position.at = now();
      playingSince = isPlaying ? (playingSince ?? now()) : null;
    },
    moved: (time, duration) => {
      // Browsers report where playback stopped just before they report that it did.
      const elapsed = playingSince === null ? 0 : (now() - position.at) / 1000;
      const step = time - position.time;
      position = { time, at: now() };
      if (step < -JUMP_SECONDS || step > elapsed * MAX_RATE + JUMP_SECONDS) {
        // A seek reports its position before it waits, so this stall began earlier.
        endStall();
        isSeeking = true;
        pass = null;
        return;
      }
      if (step <= 0 || playingSince === null) return;
      isSeeking = false;
      startup ??= Math.min(MAX_STARTUP_MS, Math.max(0, playingSince - askedAt));
      const played = Math.min(elapsed, LONGEST_STEP) * 1000;
      watchedMs += played;
      if (height !== null) heights[classOf(height)] = (heights[classOf(height)] ?? 0) + played;
      if (duration > 0) play(Math.min(PARTS - 1, Math.floor((time / duration) * PARTS)));
    },
    waiting: (isWaiting) => {
      if (!isWaiting) endStall();
      else if (startup !== null && !isSeeking) stalledSince ??= now();
    },
    shown: (next) => {
      if (height !== null && next !== null && next !== height)
        switches[next > height ? 'switches_up' : 'switches_down'] += 1;
      height = next;
    },
    failed: (reason) => {
      failure ??= reason;
      isSeeking = true;
    },
    measures: (left) => ({
      startup_ms: startup,
      watched_s: Math.floor(watchedMs / 1000),
      ...stalled(),
      ...switches,
      heights: Object.fromEntries(Object.entries(heights).map(([name, ms]) => [name, Math.floor(ms / 1000)])),
      failure,
      passes: passes.map(([first, last]) => [first, last]),
      left,
    }),
  };
};
