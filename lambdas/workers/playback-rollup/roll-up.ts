import type { ShardProgress } from '../../data/delivery/play-statistics-writer.ts';
import { isClosed, SHARDS, windowAfter, windowOf } from '../../domain/delivery/plays/windows.ts';
import type { RollupDeps } from './deps.ts';
import { sumMonths } from './sum-months.ts';
import { sumWindow } from './sum-window.ts';

/** How long before its first run the worker looks for rows: plays may have been started before it was deployed. */
const FIRST_MS = 60 * 60_000;
/**
 * How old the first window that is not summed up may be: rows are lost when they expire, a day after they are stored.
 */
const LATEST_MS = 60 * 60_000;

/** The shard that is furthest behind. */
const furthestBehind = (shards: readonly ShardProgress[]): ShardProgress =>
  shards.reduce((first, shard) => (shard.window < first.window ? shard : first));

/**
 * Sums up the windows of all shards, of the shard that is furthest behind first. Returns the time up to which all plays
 * are summed up.
 */
const sumWindows = async (deps: RollupDeps, hasTime: () => boolean): Promise<string> => {
  const { statistics, now } = deps;
  const first = windowOf(now() - FIRST_MS);
  const shards = await Promise.all(
    SHARDS.map(async (shard) => (await statistics.progress(shard)) ?? { shard, window: first }),
  );
  for (;;) {
    const behind = furthestBehind(shards);
    if (!isClosed(behind.window, now()) || !hasTime()) return behind.window;
    if (!(await sumWindow(deps, behind, hasTime))) return behind.window;
    const window = windowAfter(behind.window);
    await statistics.finish(behind.shard, window);
    shards[behind.shard] = { shard: behind.shard, window };
  }
};

/**
 * Sums up all plays of windows that have ended, and of months. Each item takes each window of a shard once, so a run
 * that ends at any point, and two runs at once, lead to the same sums. Throws when plays are too far behind, so that
 * this raises an alarm.
 */
export const rollUp = async (deps: RollupDeps): Promise<void> => {
  const end = deps.now() + deps.timeLimitMs;
  const hasTime = (): boolean => deps.now() < end;
  const doneUntil = await sumWindows(deps, hasTime);
  await sumMonths(deps, doneUntil, hasTime);
  deps.logger.info('Plays were summed up', { doneUntil });
  if (deps.now() - Date.parse(doneUntil) > LATEST_MS) throw new Error(`Plays are summed up until ${doneUntil} only`);
};
