import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { factsOf, isAlive, type ConversionRecord } from '../../data/conversion/conversion-record.ts';
import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import { attemptNumber, newAttempt, parseAttemptId, type Attempt } from '../../domain/conversion/attempt.ts';
import type { ConversionApiDeps } from './deps.ts';

/**
 * The file that a restart converts: that of the latest attempt, or, when it was to replace the content's own and is
 * gone, that one.
 */
const recordToRestart = async (
  { conversions }: ConversionApiDeps,
  contentId: string,
  latest: Attempt | undefined,
): Promise<ConversionRecord | undefined> => {
  const home = latest && (await conversions.readRecord(contentId, latest.source_key));
  return home && isAlive(home) ? home : conversions.readRecord(contentId);
};

/**
 * Stores a new attempt that supersedes the current one and asks the ingest worker to start it. Throws AppError
 * `content_not_found`, or `invalid_state` when there is no source to convert.
 */
export const restart = (deps: ConversionApiDeps, contentId: string, by: ActBy): Promise<void> =>
  optimistic(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const { current_attempt: current } = content;
    if (!current) throw new AppError('invalid_state', 'The uploaded file has not arrived yet.');
    const previous = await deps.attempts.get({ content_id: contentId, ...parseAttemptId(current) });
    const home = await recordToRestart(deps, contentId, previous);
    if (!home || !isAlive(home))
      throw new AppError('invalid_state', 'The uploaded file was refused and removed. Upload it again.');
    const { upload } = home;
    const isSame = previous === undefined || previous.source_key === upload.key;
    const versionId = isSame ? parseAttemptId(current).version_id : content.source_version_id;
    if (versionId === null)
      throw new AppError('invalid_state', 'The uploaded file was refused and removed. Upload it again.');
    const wanted = {
      contentId,
      uploadId: upload.upload_id,
      sourceKey: upload.key,
      versionId,
      attempt: attemptNumber(current) + 1,
    };
    const act: AuditAct = {
      ...by,
      action: 'content.conversion-restarted',
      targetId: contentId,
      before: { attempt: attemptNumber(current) },
      after: { attempt: wanted.attempt },
    };
    if (
      factsOf(home).current_attempt !== current ||
      !(await deps.conversions.begin(home, newAttempt(wanted, deps.now(), false), previous, {}, act))
    )
      return RETRY;
    await deps.events.publish('ConversionRequested.v1', { contentId, versionId, attempt: wanted.attempt });
    return undefined;
  });
