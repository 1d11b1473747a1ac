import type { ConversionRecord } from '../../data/conversion/conversion-record.ts';
import { fail, type Attempt } from '../../domain/conversion/attempt.ts';
import { SOURCE_MISSING_REASON } from '../../domain/conversion/reasons.ts';
import { hdrColorsOf } from '../../domain/media/colors.ts';
import { buildLadder } from '../../domain/media/ladder.ts';
import { priceTierOf } from '../../domain/media/prices.ts';
import { stepNamed, termsOf } from '../../domain/pipeline/definition.ts';
import { startSteps } from '../../domain/pipeline/start-steps.ts';
import { cancelSuperseded } from './cancel-superseded.ts';
import type { IngestDeps } from './deps.ts';
import { earlySpeechFormat } from './early-speech.ts';
import { inspectSource } from './inspect-source.ts';
import { rejectSource } from './reject-source.ts';
import { bindJob, submitJob } from './submit-job.ts';

/**
 * Checks the source of a claimed attempt, creates its job, and starts the steps that run meanwhile. What the job makes
 * is stored first, so that the job's events find it. `search` is set when an earlier worker may have created the job,
 * because the converter's own token prevents a second one for only a minute.
 */
export const startConversion = async (
  deps: IngestDeps,
  record: ConversionRecord,
  attempt: Attempt,
  { search }: { search: boolean },
): Promise<void> => {
  const { upload } = record;
  if (attempt.attempt > 1) await cancelSuperseded(deps, attempt.content_id);
  const plan = (await deps.creators.get(upload.creator_id))?.plan ?? 'free';
  const found = await inspectSource(deps, upload, attempt.version_id, plan);
  if ('rejected' in found) return rejectSource(deps, upload, attempt, found.rejected);
  if ('missing' in found) {
    const saved = await deps.conversions.advance(attempt, fail(attempt, 'missing', SOURCE_MISSING_REASON, deps.now()));
    if (saved === 'changed') throw new Error('The attempt changed while its file was checked');
    await deps.uploads.complete(upload, attempt.version_id);
    return;
  }
  await deps.uploads.complete(upload, attempt.version_id);
  const { probe } = found;
  const ladder = buildLadder(probe, plan, deps.settings.analysis);
  const colors = hdrColorsOf(probe, deps.settings.hdrToSdr);
  const media = { ladder, duration: probe.duration, price_tier: priceTierOf(probe.video?.interlaced === true, colors) };
  const { cost, timeLimitMs } = termsOf(stepNamed('convert'), { ...attempt, ...media });
  const planned = await deps.conversions.saveAttempt(attempt, {
    ...attempt,
    probed_at: new Date(deps.now()).toISOString(),
    ...media,
    speech_format: await earlySpeechFormat(deps, record, attempt, probe),
    colors,
    price: cost,
    // A worker that takes over keeps the deadline. Otherwise, a job that can never be created would never be overdue.
    deadline_at:
      attempt.probed_at === undefined ? new Date(deps.now() + timeLimitMs).toISOString() : attempt.deadline_at,
  });
  if (!planned) throw new Error('The attempt changed while its file was checked');
  await bindJob(deps, planned, await submitJob(deps, planned, ladder, probe, search));
  // If the worker stops here, the end of the conversion starts them.
  await startSteps(deps, attempt.content_id);
};
