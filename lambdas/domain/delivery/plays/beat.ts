import type { PlayMeasures } from '../../../contract/delivery/quality.ts';
import type { Engine } from '../../../contract/delivery/play-kinds.ts';
import { MAX_STALL_MS, PARTS } from '../../../contract/delivery/quality-rules.ts';
import { MAX_RATE } from '../../../contract/media/views.ts';
import { curveOf, playsOfParts, type Pass } from './curve.ts';
import { withoutZeros, type Figures } from './figures.ts';
import { bucketOf } from '../histogram.ts';

/** What a browser measured of a play so far. */
export type Snapshot = Omit<PlayMeasures, 'passes'> & { readonly passes: readonly Pass[] };

/** The quality of a play as stored with it: the newest beat and the one before, of which the row is the difference. */
export interface PlayQuality {
  /** Number of the newest beat. */
  readonly seq: number;
  /** The window in which its row is. */
  readonly window: string;
  readonly last: Snapshot;
  readonly before: Snapshot;
  /** Whether no beat of the play was stored before. */
  readonly isFirst: boolean;
}

/** What was measured of a play before its first beat. */
export const NOTHING_MEASURED: Snapshot = {
  startup_ms: null,
  watched_s: 0,
  stalls: 0,
  stalled_ms: 0,
  switches_up: 0,
  switches_down: 0,
  heights: {},
  failure: null,
  passes: [],
  left: false,
};

/** The part of a title from which a play counts as finished: 95 %. */
const FINISHED_PART = 0.95 * PARTS;
/** Browsers' clocks may run this much faster than the server's. */
const CLOCK_TOLERANCE = 1.1;
/**
 * How much of a start can precede the start by the server's clock, in milliseconds: users wish to play before the
 * player is loaded and the server is called.
 */
const WISH_MS = 10_000;
/** Seconds of the title that can play besides what was counted: browsers report positions and whole seconds only. */
const UNCOUNTED_S = 5;

/** What the server knows of a play when it receives a beat. */
export interface KnownPlay {
  /** Milliseconds since the start, by the server's clock. */
  readonly elapsedMs: number;
  /** Length of the title in seconds; null while unknown. */
  readonly duration: number | null;
}

const COUNTS = ['watched_s', 'stalls', 'stalled_ms', 'switches_up', 'switches_down'] as const;

/** Whether what a browser reports only once is unchanged. */
const keeps = <T>(before: T | null, after: T | null): boolean => before === null || before === after;

/** Whether nothing is lower in a later snapshot. */
const neverFalls = (before: Snapshot, after: Snapshot): boolean => {
  const heights = Object.entries(before.heights) as readonly (readonly [keyof Snapshot['heights'], number])[];
  const played = playsOfParts(curveOf(after.passes));
  return (
    COUNTS.every((name) => after[name] >= before[name]) &&
    heights.every(([height, seconds]) => (after.heights[height] ?? 0) >= seconds) &&
    keeps(before.startup_ms, after.startup_ms) &&
    keeps(before.failure, after.failure) &&
    playsOfParts(curveOf(before.passes)).every((times, part) => (played[part] ?? 0) >= times)
  );
};

/** Whether starting, waiting and playing, which exclude each other, fit into `most` milliseconds since the start. */
const fitsInto = (most: number, { startup_ms, stalled_ms, watched_s, heights }: Snapshot): boolean => {
  const started = Math.max(0, (startup_ms ?? 0) - WISH_MS);
  const shown = Object.values(heights).reduce((sum, seconds) => sum + seconds, 0);
  return started + stalled_ms + watched_s * 1000 <= most && shown * 1000 <= most;
};

/** Whether there were at most as many interruptions, and changes of the picture, as seconds: segments last longer. */
const changesSlowly = (most: number, { stalls, switches_up, switches_down }: Snapshot): boolean =>
  Math.max(stalls, switches_up + switches_down) <= 1 + most / 1000;

/**
 * Whether the passes can have played in the watched time at the highest speed. The first and the last part of a pass
 * may have played in part only.
 */
const canHavePlayed = ({ passes, watched_s }: Snapshot, duration: number | null): boolean => {
  const whole = passes.reduce((sum, [first, last]) => sum + Math.max(0, last - first - 1), 0);
  return duration === null || (whole / PARTS) * duration <= (watched_s + UNCOUNTED_S) * MAX_RATE;
};

/** Whether the numbers of a snapshot can be true. */
const isPossible = (snapshot: Snapshot, { elapsedMs, duration }: KnownPlay): boolean => {
  const { startup_ms, watched_s, stalls, stalled_ms, passes } = snapshot;
  const most = elapsedMs * CLOCK_TOLERANCE;
  return (
    fitsInto(most, snapshot) &&
    changesSlowly(most, snapshot) &&
    stalled_ms <= stalls * MAX_STALL_MS &&
    passes.every(([first, last]) => first <= last) &&
    canHavePlayed(snapshot, duration) &&
    (startup_ms !== null || (watched_s === 0 && passes.length === 0))
  );
};

/** Whether a snapshot can follow an earlier one of the same play. */
export const canFollow = (before: Snapshot, after: Snapshot, play: KnownPlay): boolean =>
  neverFalls(before, after) && isPossible(after, play);

/** Whether a play was left before anything moved. */
const isExit = ({ left, startup_ms, failure }: Snapshot): boolean => left && startup_ms === null && failure === null;
const isFinished = ({ passes }: Snapshot): boolean => passes.some(([, last]) => last >= FINISHED_PART);

const minus = (after: Figures, before: Figures): Figures => {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return Object.fromEntries([...names].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
};

/** The figures of a play up to a snapshot. Stalls are in `differenceOf`, because single ones are not reported. */
const totalsOf = (snapshot: Snapshot, engine: Engine): Figures => ({
  ...Object.fromEntries(COUNTS.map((name) => [name, snapshot[name]])),
  exits: Number(isExit(snapshot)),
  finishes: Number(isFinished(snapshot)),
  ...(snapshot.failure === null ? {} : { [`failure.${snapshot.failure}`]: 1 }),
  ...(snapshot.startup_ms === null
    ? {}
    : { starts: 1, [`startup.${bucketOf(snapshot.startup_ms)}`]: 1, [`engine.${engine}`]: 1 }),
  ...Object.fromEntries(Object.entries(snapshot.heights).map(([height, seconds]) => [`height.${height}`, seconds])),
  ...curveOf(snapshot.passes),
});

/** Stalls since the beat before, each as long as their mean: a browser reports only how long they were together. */
const newStalls = (before: Snapshot, after: Snapshot): Figures => {
  const stalls = after.stalls - before.stalls;
  if (stalls === 0) return {};
  return { [`stall.${bucketOf((after.stalled_ms - before.stalled_ms) / stalls)}`]: stalls };
};

/** What a beat adds to the figures. `isFirst`: no earlier beat of the play was stored. */
export const differenceOf = (before: Snapshot, after: Snapshot, engine: Engine, isFirst: boolean): Figures =>
  withoutZeros({
    ...minus(totalsOf(after, engine), totalsOf(before, engine)),
    ...newStalls(before, after),
    measured: Number(isFirst),
  });
