import { createHash } from 'node:crypto';
import type { Home } from '../../data/conversion-repository.ts';
import { fail, jobDeadline, withJob, type Attempt } from '../../domain/conversion/attempt.ts';
import { buildJobSettings, thumbnailTime } from '../../domain/media/job-settings.ts';
import { buildLadder, type Ladder } from '../../domain/media/ladder.ts';
import type { MediaProbe } from '../../domain/media/probe.ts';
import { priceOf } from '../../domain/media/prices.ts';
import type { JobMetadata } from '../../platform/converter.ts';
import type { IngestDeps } from './deps.ts';
import { inspectSource } from './inspect-source.ts';
import { rejectSource } from './reject-source.ts';

const sourceUrl = (deps: IngestDeps, attempt: Attempt): string => `s3://${deps.settings.uploadsBucket}/${attempt.source_key}`;

const submit = async (deps: IngestDeps, attempt: Attempt, ladder: Ladder, probe: MediaProbe, search: boolean): Promise<string> => {
  const { content_id: contentId, version_id: versionId, media_version: version } = attempt;
  const metadata: JobMetadata = { contentId, versionId, attempt: String(attempt.attempt), stage: deps.settings.stage };
  const input = sourceUrl(deps, attempt);
  const adopted = search ? await deps.converter.findJob(input, metadata) : undefined;
  return adopted ?? deps.converter.createJob({
    roleArn: deps.settings.roleArn,
    metadata,
    token: createHash('sha256').update(`${contentId}/${versionId}/${attempt.attempt}`).digest('hex').slice(0, 32),
    settings: buildJobSettings({
      contentId, version, input, destination: `s3://${deps.settings.mediaBucket}`, ladder,
      thumbnailAt: thumbnailTime(probe.duration), ...(probe.video?.interlaced ? { interlaced: true } : {}),
    }),
  });
};

/** Notes the job on its attempt, unless an event of the job was faster. A job that nobody wants any more is cancelled. */
const bind = async (deps: IngestDeps, attempt: Attempt, jobId: string): Promise<void> => {
  const result = await deps.conversions.advance(attempt, withJob(attempt, jobId));
  if (result === 'saved') return;
  const now = await deps.attempts.get(attempt);
  if (result === 'changed' && now?.job_id === jobId) return;
  await deps.converter.cancelJob(jobId);
};

const cancelSuperseded = async (deps: IngestDeps, contentId: string): Promise<void> => {
  const attempts = await deps.attempts.list(contentId);
  const abandoned = attempts.filter(({ state, job_id }) => state === 'superseded' && job_id !== undefined);
  await Promise.all(abandoned.map(({ job_id }) => deps.converter.cancelJob(job_id ?? '')));
};

/**
 * Checks the source of a claimed attempt and gives it to the converter. What the job is to make is stored before the job is
 * made, so that its events find it. `search` is set when an earlier worker may have made the job (decisions.md 16): the
 * converter's own token protects for a minute only.
 */
export const startConversion = async (deps: IngestDeps, { upload }: Home, attempt: Attempt, { search }: { search: boolean }): Promise<void> => {
  if (attempt.attempt > 1) await cancelSuperseded(deps, attempt.content_id);
  const found = await inspectSource(deps, upload, attempt.version_id);
  if ('rejected' in found) return rejectSource(deps, upload, attempt, found.rejected);
  if ('refused' in found) {
    const saved = await deps.conversions.advance(attempt, fail(attempt, 'refused', found.refused, deps.now()));
    if (saved === 'changed') throw new Error('The attempt changed while its file was checked');
    await deps.uploads.complete(upload);
    return;
  }
  await deps.uploads.complete(upload);
  const { probe } = found;
  const creator = await deps.creators.get(upload.creator_id);
  const ladder = buildLadder(probe, creator?.plan ?? 'free');
  const planned = await deps.conversions.saveAttempt(attempt, {
    ...attempt,
    ladder,
    duration: probe.duration,
    price: Number(priceOf(ladder, probe.duration).toFixed(6)),
    deadline_at: jobDeadline(deps.now(), probe.duration),
  });
  if (!planned) throw new Error('The attempt changed while its file was checked');
  await bind(deps, planned, await submit(deps, planned, ladder, probe, search));
};
