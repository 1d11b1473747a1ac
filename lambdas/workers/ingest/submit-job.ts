import { createHash } from 'node:crypto';
import { withJob, type Attempt } from '../../domain/conversion/attempt.ts';
import { buildJobSettings, thumbnailTime } from '../../domain/media/job-settings.ts';
import type { Ladder } from '../../domain/media/ladder.ts';
import type { MediaProbe } from '../../domain/media/probe.ts';
import type { JobMetadata } from '../../platform/converter.ts';
import type { IngestDeps } from './deps.ts';

const sourceUrl = (deps: IngestDeps, attempt: Attempt): string =>
  `s3://${deps.settings.uploadsBucket}/${attempt.source_key}`;

/** Creates the attempt's job and returns its id. With `search`, it adopts the job that an earlier worker created. */
export const submitJob = async (
  deps: IngestDeps,
  attempt: Attempt,
  ladder: Ladder,
  probe: MediaProbe,
  search: boolean,
): Promise<string> => {
  const { content_id: contentId, version_id: versionId, media_version: version } = attempt;
  const metadata: JobMetadata = { contentId, versionId, attempt: String(attempt.attempt), stage: deps.settings.stage };
  const input = sourceUrl(deps, attempt);
  const adopted = search ? await deps.converter.findJob(input, metadata) : undefined;
  return (
    adopted ??
    deps.converter.createJob({
      roleArn: deps.settings.roleArn,
      metadata,
      token: createHash('sha256').update(`${contentId}/${versionId}/${attempt.attempt}`).digest('hex').slice(0, 32),
      settings: buildJobSettings({
        contentId,
        version,
        input,
        destination: `s3://${deps.settings.mediaBucket}`,
        ladder,
        thumbnailAt: thumbnailTime(probe.duration),
        ...(probe.video?.interlaced ? { interlaced: true } : {}),
        ...(attempt.colors === 'converted' ? { convertHdr: true } : {}),
      }),
    })
  );
};

/** Records the job on its attempt, unless an event of the job was faster. Cancels the job if it is no longer needed. */
export const bindJob = async (deps: IngestDeps, attempt: Attempt, jobId: string): Promise<void> => {
  const result = await deps.conversions.advance(attempt, withJob(attempt, jobId, deps.now()));
  if (result === 'saved') return;
  const now = await deps.attempts.get(attempt);
  if (result === 'changed' && now?.job_id === jobId) return;
  await deps.converter.cancelJob(jobId);
};
