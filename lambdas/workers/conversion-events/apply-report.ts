import type { Attempt } from '../../domain/conversion/attempt.ts';
import { reduceJobEvent, type JobEvent } from '../../domain/conversion/job-events.ts';
import type { ConversionDeps } from './deps.ts';
import { writeManifests } from './write-manifests.ts';

/** Applies the report. A job has succeeded once its playlists are written; without results, it has failed. */
export const applyReport = async (deps: ConversionDeps, attempt: Attempt, event: JobEvent): Promise<Attempt> => {
  const next = reduceJobEvent(attempt, event);
  if (next === attempt || next.state !== 'completed') return next;
  const { missing, storyboard, firstFiles } = await writeManifests(deps.renditions, next);
  if (missing !== undefined) return reduceJobEvent(attempt, { ...event, status: 'ERROR', reason: missing });
  return { ...next, storyboard, first_files: firstFiles };
};
