import type { RollupStep, ShardProgress } from '../../data/delivery/play-statistics-writer.ts';
import { batchesOf } from '../../domain/batches.ts';
import { createWindowSums, type WindowSums } from '../../domain/delivery/plays/rollup.ts';
import { dayOf } from '../../domain/delivery/plays/windows.ts';
import { addPart } from './add-part.ts';
import { additionsOf } from './additions.ts';
import type { RollupDeps } from './deps.ts';

/** Titles and segments that are added before the progress is stored. */
const PER_PART = 250;

const readSums = async ({ rows }: RollupDeps, { window, shard }: RollupStep): Promise<WindowSums> => {
  const adding = createWindowSums();
  for await (const page of rows.played(window, shard)) adding.played(page);
  for await (const page of rows.beats(window, shard)) adding.beats(page);
  return adding.sums();
};

/**
 * Adds the rows of one window and shard to the days of titles, creators, devices, countries and the site, from where
 * the last run ended. Rows of titles that are deleted meanwhile count for all but the title. Returns false if there was
 * no time for all. Can be repeated after a run that ended at any point: each item takes a window once.
 */
export const sumWindow = async (
  deps: RollupDeps,
  { shard, window, after = '' }: ShardProgress,
  hasTime: () => boolean,
): Promise<boolean> => {
  const { statistics } = deps;
  const step = { shard, window };
  const sums = await readSums(deps, step);
  if (Object.keys(sums.site).length === 0) return true;
  const missing = additionsOf(sums).filter(({ partition }) => partition > after);
  const parts = batchesOf(missing, PER_PART);
  for (const part of parts) {
    await addPart(deps, part, step);
    if (part === parts.at(-1)) break;
    await statistics.saveProgress({ ...step, after: part.at(-1)?.partition });
    if (!hasTime()) return false;
  }
  if (sums.plays > 0) await statistics.addStreams(dayOf(window), sums.plays, step);
  return true;
};
