import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { hasEnded } from '../../domain/conversion/job-events.ts';
import { stepNamed, termsOf } from '../../domain/pipeline/definition.ts';
import { startSteps } from '../../domain/pipeline/start-steps.ts';
import { endStepRun, newStepRun, type StepRun } from '../../domain/pipeline/step-run.ts';
import { afterConversion, mustWait } from '../../domain/uploads/new-content.ts';
import { applyReport } from './apply-report.ts';
import type { ConversionDeps } from './deps.ts';
import type { JobReport } from './job-report.ts';

/** The first run of the step `ready`, which ends together with the conversion. */
const firstReadyRun = (attempt: Attempt, startedAt: string, now: number): StepRun => {
  const run = newStepRun(attempt, termsOf(stepNamed('ready'), attempt), 1, Date.parse(startedAt));
  return endStepRun(run, { state: 'completed' }, now);
};

const updateStills = async (deps: ConversionDeps, contentId: string): Promise<void> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!content || content.deleted_at !== undefined) return;
  if (content.status === 'published' || content.public_stills_versions.length > 0) await deps.syncStills(content);
};

/** Removes the files that the job or this worker stored while the content item was being deleted. */
const removeLate = async (deps: ConversionDeps, contentId: string): Promise<void> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!content || content.deleted_at !== undefined) await deps.removeAgain(contentId);
};

/**
 * Applies a report about a job to its attempt and its content item. Reports can arrive twice, late, in any order, and
 * about a superseded job.
 */
export const followJob = (deps: ConversionDeps, { ids, event, cause }: JobReport): Promise<void> =>
  optimistic(async () => {
    const attempt = await deps.attempts.get(ids);
    if (!attempt) return hasEnded(event.status) ? deps.removeAgain(ids.content_id) : undefined;
    const next = await applyReport(deps, attempt, event);
    if (next !== attempt) {
      const settings = next.state === 'completed' ? await deps.readSettings() : undefined;
      const now = new Date(deps.now()).toISOString();
      const edit = (content: Content) => settings && afterConversion(content, next.version_id, settings, now);
      const step = next.state === 'completed' ? firstReadyRun(next, event.at, deps.now()) : undefined;
      const waits = (content: Content) => settings !== undefined && mustWait(content, next.version_id, settings);
      const result = await deps.conversions.advance(attempt, next, { edit, waits, now, ...(step ? { step } : {}) });
      if (result === 'changed') return RETRY;
      if (result === 'orphaned' && hasEnded(event.status)) await removeLate(deps, ids.content_id);
      const fields = { contentId: ids.content_id, attempt: ids.attempt, status: event.status, result };
      if (event.status === 'ERROR') deps.logger.warn('Conversion failed', { ...fields, cause });
      else deps.logger.info('Conversion advanced', fields);
    }
    if (next.state === 'completed') {
      await updateStills(deps, ids.content_id);
      await startSteps(deps, ids.content_id);
    }
    return undefined;
  });
