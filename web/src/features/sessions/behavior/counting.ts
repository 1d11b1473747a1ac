import {
  BEHAVIOR_COUNTS,
  BUSIEST_SECONDS,
  type BehaviorCount,
  type BehaviorInput,
} from '../../../../../lambdas/contract/security/behavior-rules.ts';
import type { PatternData } from '../../../../../lambdas/contract/security/behavior.ts';
import type { Clock } from '../../../lib/clock.ts';

/** What is counted one by one. The other counts follow from clicks, movements and playback. */
export type SingleCount = Exclude<BehaviorCount, 'watch_seconds' | 'clicks' | 'busiest_clicks' | 'mouse_moves'>;

/** Milliseconds in which movements of the mouse count once. */
const MOVE_MS = 200;

/** What a user does, counted from its creation on. */
export interface Counting {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly count: (name: SingleCount) => void;
  readonly clicked: () => void;
  readonly moved: () => void;
  readonly used: (input: BehaviorInput) => void;
  /** Whether media plays from now on. */
  readonly watching: (isWatching: boolean) => void;
  readonly isWatching: () => boolean;
  /** All counts so far. */
  readonly data: () => PatternData;
}

/** Begins to count at zero. */
export const createCounting = ({ now }: Pick<Clock, 'now'>): Counting => {
  const startedAt = now();
  const counts = Object.fromEntries(BEHAVIOR_COUNTS.map((name) => [name, 0])) as Record<BehaviorCount, number>;
  const inputs = new Set<BehaviorInput>();
  let recent: readonly number[] = [];
  let movedAt = -Infinity;
  let watchedMs = 0;
  let watchingSince: number | undefined;

  const settle = (): void => {
    if (watchingSince === undefined) return;
    watchedMs += Math.max(0, now() - watchingSince);
    watchingSince = now();
  };

  return {
    startedAt,
    count: (name) => {
      counts[name] += 1;
    },
    clicked: () => {
      recent = [...recent.filter((at) => at > now() - BUSIEST_SECONDS * 1000), now()];
      counts.clicks += 1;
      counts.busiest_clicks = Math.max(counts.busiest_clicks, recent.length);
    },
    moved: () => {
      if (now() - movedAt < MOVE_MS) return;
      movedAt = now();
      counts.mouse_moves += 1;
    },
    used: (input) => void inputs.add(input),
    watching: (isWatching) => {
      settle();
      watchingSince = isWatching ? now() : undefined;
    },
    isWatching: () => watchingSince !== undefined,
    data: () => {
      settle();
      return { counts: { ...counts, watch_seconds: Math.floor(watchedMs / 1000) }, inputs: [...inputs].sort() };
    },
  };
};
