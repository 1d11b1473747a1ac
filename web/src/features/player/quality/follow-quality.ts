import type { PlayMeasures } from '../../../../../lambdas/contract/delivery/quality.ts';
import {
  BEAT_SECONDS,
  MAX_BEAT_SECONDS,
  MAX_PLAY_SECONDS,
} from '../../../../../lambdas/contract/delivery/quality-rules.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Player } from '../core/player.ts';
import type { PlayerState } from '../core/player-state.ts';
import { createMeasuring, type Measuring } from './measuring.ts';

/** A player whose plays are measured. */
export type MeasuredPlayer = Pick<Player, 'state' | 'position'>;

export interface QualityParts {
  readonly clock: Clock;
  readonly player: MeasuredPlayer;
  /** Sends a beat of a play. Rejects if it is lost, and may be sent again. */
  readonly send: (playId: string, seq: number, measures: PlayMeasures) => Promise<unknown>;
}

/** Measures the plays of one player. */
export interface Quality {
  /** The page is hidden, and may not be shown again. */
  readonly hidden: () => void;
  /** The page is closed. */
  readonly closed: () => void;
  /** Stops. What was not sent is dropped. */
  readonly stop: () => void;
}

/** Whether a title was entered, also the same one again. */
const isEntered = (before: PlayerState, after: PlayerState): boolean =>
  before.item?.id !== after.item?.id || (after.phase === 'idle' && before.phase !== 'idle');

/** The beats of one play. */
interface Beats {
  /** A beat, unless there was one within a minute. */
  readonly beatIfDue: () => void;
  /** A beat in any case, because the user leaves. */
  readonly leave: () => void;
  /** The play is over: only its last beat is still sent again if it is lost. */
  readonly end: () => void;
  readonly stop: () => void;
}

/**
 * Starts to send the beats of a play: the first after a minute, then ever less often, and only if something changed.
 * Adds itself to `all`, until nothing is left to send.
 */
const createBeats = (playId: string, measuring: Measuring, { clock, send }: QualityParts, all: Set<Beats>): Beats => {
  const startedAt = clock.now();
  let seq = 0;
  let sentAt = -Infinity;
  let sent = '';
  let timed = 0;
  let isOver = false;
  let isLeft = false;
  let cancel: (() => void) | undefined;
  const beat = (): void => {
    const measures = measuring.measures(isLeft || isOver);
    const text = JSON.stringify(measures);
    if (text === sent) return;
    [sent, sentAt] = [text, clock.now()];
    wait();
    if (sentAt - startedAt < MAX_PLAY_SECONDS * 1000)
      send(playId, (seq += 1), measures).catch(() => {
        if (sent === text) sent = '';
      });
  };
  const wait = (): void => {
    cancel?.();
    cancel = clock.after(Math.min(MAX_BEAT_SECONDS, BEAT_SECONDS * Math.max(1, timed)) * 1000, () => {
      timed += 1;
      if (isOver && sent) all.delete(beats);
      else {
        wait();
        beat();
      }
    });
  };
  const beats: Beats = {
    beatIfDue: () => {
      if (clock.now() - sentAt >= BEAT_SECONDS * 1000) beat();
    },
    leave: () => {
      isLeft = true;
      beat();
    },
    end: () => {
      isOver = true;
      beat();
    },
    stop: () => cancel?.(),
  };
  all.add(beats);
  wait();
  return beats;
};

/**
 * Measures the plays of a player from their start on. A title that plays already is not measured, because its start is
 * not known.
 */
export const followQuality = (parts: QualityParts): Quality => {
  const { clock, player } = parts;
  const { state, position } = player;
  let before = state.get();
  let measuring = before.phase === 'opening' ? createMeasuring(clock, before.askedAt) : null;
  let beats: Beats | null = null;
  /** The beats of this play, and of earlier ones whose last beat was lost. */
  const all = new Set<Beats>();

  const leave = (): void => {
    measuring?.waiting(false);
    beats?.end();
    measuring = null;
    beats = null;
  };
  const follow = (after: PlayerState): void => {
    if (!measuring) return;
    const { measuredPlay, phase, playing, buffering, height, failure } = after;
    const isOn = phase === 'ready' && playing;
    if (measuredPlay !== null) beats ??= createBeats(measuredPlay, measuring, parts, all);
    if (playing && !before.playing) measuring.asked();
    measuring.shown(height);
    measuring.waiting(isOn && buffering);
    measuring.playing(isOn && !buffering);
    if (phase === 'failed') measuring.failed(failure?.reason ?? 'other');
    if (!playing && before.playing) beats?.beatIfDue();
  };
  const onState = (): void => {
    const after = state.get();
    if (isEntered(before, after)) leave();
    if (after.phase === 'opening' && before.phase !== 'opening') measuring ??= createMeasuring(clock, after.askedAt);
    follow(after);
    before = after;
  };
  const onPosition = (): void => {
    const { time, duration } = position.get();
    measuring?.moved(time, duration);
  };
  const stops = [state.subscribe(onState), position.subscribe(onPosition)];

  return {
    hidden: () => beats?.beatIfDue(),
    closed: () => {
      for (const each of all) each.leave();
    },
    stop: () => {
      for (const each of stops) each();
      for (const each of all) each.stop();
    },
  };
};
