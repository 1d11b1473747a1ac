import type { RollupStep } from '../../data/delivery/play-statistics-writer.ts';
import { batchesOf } from '../../domain/batches.ts';
import type { TitleTotal } from '../../domain/delivery/plays/top-titles.ts';
import { dayOf } from '../../domain/delivery/plays/windows.ts';
import type { Addition } from './additions.ts';
import type { RollupDeps } from './deps.ts';
import { keptSubjects } from './kept-subjects.ts';

/** Titles and segments that are added at a time. */
const AT_ONCE = 25;

/** Adds a part of a window. Titles that are deleted meanwhile are left out. */
export const addPart = async (deps: RollupDeps, part: readonly Addition[], step: RollupStep): Promise<void> => {
  const { statistics } = deps;
  const day = dayOf(step.window);
  const subjects = part.map(({ subject }) => subject);
  const isKept = await keptSubjects(deps, subjects);
  const kept = part.filter(({ subject }) => isKept(subject));
  const totals: TitleTotal[] = [];
  for (const batch of batchesOf(kept, AT_ONCE))
    await Promise.all(
      batch.map(async ({ subject, figures }) => {
        const { plays = 0 } = await statistics.addDay(subject, day, figures, step);
        if ('content_id' in subject && plays > 0) totals.push({ content_id: subject.content_id, plays });
      }),
    );
  if (totals.length > 0) await statistics.mergeTop(day, totals);
};
