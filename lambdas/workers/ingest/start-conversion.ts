import type { ConversionRecord } from '../../data/conversion/conversion-record.ts';
import { fail, jobDeadline, type Attempt } from '../../domain/conversion/attempt.ts';
import { SOURCE_GONE_REASON } from '../../domain/conversion/reasons.ts';
import { buildLadder } from '../../domain/media/ladder.ts';
import { priceOf } from '../../domain/media/prices.ts';
import type { IngestDeps } from './deps.ts';
import { inspectSource } from './inspect-source.ts';
import { rejectSource } from './reject-source.ts';
import { bindJob, submitJob } from './submit-job.ts';

const cancelSuperseded = async (deps: IngestDeps, contentId: string): Promise<void> => {
  const attempts = await deps.attempts.list(contentId);
  const abandoned = attempts.filter(({ state, job_id }) => state === 'superseded' && job_id !== undefined);
  await Promise.all(abandoned.map(({ job_id }) => deps.converter.cancelJob(job_id ?? '')));
};

/**
 * Checks the source of a claimed attempt and gives it to the converter. What the job is to make is stored before the
 * job is made, so that its events find it. `search` is set when an earlier worker may have made the job (decisions.md
 * 16): the converter's own token protects for a minute only.
 */
export const startConversion = async (
  deps: IngestDeps,
  { upload }: ConversionRecord,
  attempt: Attempt,
  { search }: { search: boolean },
): Promise<void> => {
  if (attempt.attempt > 1) await cancelSuperseded(deps, attempt.content_id);
  const plan = (await deps.creators.get(upload.creator_id))?.plan ?? 'free';
  const found = await inspectSource(deps, upload, attempt.version_id, plan);
  if ('rejected' in found) return rejectSource(deps, upload, attempt, found.rejected);
  if ('gone' in found) {
    const saved = await deps.conversions.advance(attempt, fail(attempt, 'refused', SOURCE_GONE_REASON, deps.now()));
    if (saved === 'changed') throw new Error('The attempt changed while its file was checked');
    await deps.uploads.complete(upload);
    return;
  }
  await deps.uploads.complete(upload);
  const { probe } = found;
  const ladder = buildLadder(probe, plan);
  const planned = await deps.conversions.saveAttempt(attempt, {
    ...attempt,
    probed_at: new Date(deps.now()).toISOString(),
    ladder,
    duration: probe.duration,
    price: Number(priceOf(ladder, probe.duration).toFixed(6)),
    deadline_at: jobDeadline(deps.now(), probe.duration),
  });
  if (!planned) throw new Error('The attempt changed while its file was checked');
  await bindJob(deps, planned, await submitJob(deps, planned, ladder, probe, search));
};
