import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { hasEnded, reduceJobEvent, type JobEvent } from '../../domain/conversion/job-events.ts';
import { publishedWhenReady } from '../../domain/uploads/new-content.ts';
import type { ConversionDeps } from './deps.ts';
import type { JobReport } from './job-report.ts';
import { writeManifests } from './write-manifests.ts';

/** A success counts once its playlists are written; without results it is an error. */
const checked = async (deps: ConversionDeps, attempt: Attempt, event: JobEvent): Promise<Attempt> => {
  const next = reduceJobEvent(attempt, event);
  if (next === attempt || next.state !== 'completed') return next;
  const { missing, storyboard, firstFiles } = await writeManifests(deps.renditions, next);
  if (missing !== undefined) return reduceJobEvent(attempt, { ...event, status: 'ERROR', reason: missing });
  return {
    ...next,
    storyboard,
    first_files: firstFiles,
    playlists: { state: 'completed', started_at: event.at, finished_at: new Date(deps.now()).toISOString(), runs: 1 },
  };
};

const showStills = async (deps: ConversionDeps, contentId: string): Promise<void> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (content?.status === 'published' && content.deleted_at === undefined) await deps.syncStills(content);
};

/** What a job, or this worker, stored while its content was removed would lie there for ever. */
const removeLate = async (deps: ConversionDeps, contentId: string): Promise<void> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!content || content.deleted_at !== undefined) await deps.removeAgain(contentId);
};

/**
 * Carries a report about a job to its attempt and its content. Reports may come twice, late, in any order and of a
 * superseded job.
 */
export const followJob = (deps: ConversionDeps, { ids, event, cause }: JobReport): Promise<void> =>
  optimistic(async () => {
    const attempt = await deps.attempts.get(ids);
    if (!attempt) return hasEnded(event.status) ? deps.removeAgain(ids.content_id) : undefined;
    const next = await checked(deps, attempt, event);
    if (next !== attempt) {
      const edit = (content: Content) =>
        next.state === 'completed' ? publishedWhenReady(content, new Date(deps.now()).toISOString()) : undefined;
      const result = await deps.conversions.advance(attempt, next, edit);
      if (result === 'changed') return RETRY;
      if (result === 'orphaned' && hasEnded(event.status)) await removeLate(deps, ids.content_id);
      const facts = { contentId: ids.content_id, attempt: ids.attempt, status: event.status, result };
      if (event.status === 'ERROR') deps.logger.warn('Conversion failed', { ...facts, cause });
      else deps.logger.info('Conversion went on', facts);
    }
    if (next.state === 'completed') await showStills(deps, ids.content_id);
    return undefined;
  });
