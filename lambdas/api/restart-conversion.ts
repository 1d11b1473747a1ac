import type { ContentRecords } from '../data/content/content-records.ts';
import type { AttemptRepository } from '../data/conversion/attempt-repository.ts';
import { factsOf, isAlive, type ConversionRecord } from '../data/conversion/conversion-record.ts';
import type { ConversionRepository } from '../data/conversion/conversion-repository.ts';
import type { ActBy, AuditAct } from '../domain/audit/act.ts';
import { AppError } from '../domain/app-error.ts';
import {
  attemptNumber,
  newAttempt,
  nextAttemptNumber,
  parseAttemptId,
  type Attempt,
} from '../domain/conversion/attempt.ts';
import { checkTimeMs } from '../domain/pipeline/definition.ts';
import { optimistic, RETRY } from '../domain/optimistic.ts';
import type { EventBus } from '../platform/messages/event-bus.ts';

/** What restarting a conversion needs. */
export interface RestartDeps {
  readonly conversions: Pick<ConversionRepository, 'readRecord' | 'begin'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly attempts: Pick<AttemptRepository, 'get' | 'list'>;
  readonly events: EventBus;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const NO_SOURCE = 'The uploaded file was rejected and removed. Upload it again.';

/** The file to convert: that of the latest attempt, or the item's own file if a replacement no longer exists. */
const recordToRestart = async (
  { conversions }: RestartDeps,
  contentId: string,
  latest: Attempt | undefined,
): Promise<ConversionRecord> => {
  const record = latest && (await conversions.readRecord(contentId, latest.source_key));
  const usable = record && isAlive(record) ? record : await conversions.readRecord(contentId);
  if (!usable || !isAlive(usable)) throw new AppError('invalid_state', NO_SOURCE);
  return usable;
};

const restartAct = (by: ActBy, targetId: string, from: number, to: number): AuditAct => ({
  ...by,
  action: 'content.conversion-restarted',
  targetId,
  before: { attempt: from },
  after: { attempt: to },
});

/**
 * Stores a new attempt that supersedes the current one, and publishes the event that starts it.
 * @throws AppError `content_not_found`, or `invalid_state` when there is no source to convert
 */
export const restart = (deps: RestartDeps, contentId: string, by: ActBy): Promise<void> =>
  optimistic(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const { current_attempt: current } = content;
    if (!current) throw new AppError('invalid_state', 'The uploaded file has not arrived yet.');
    const previous = await deps.attempts.get({ content_id: contentId, ...parseAttemptId(current) });
    const record = await recordToRestart(deps, contentId, previous);
    const { upload_id: uploadId, key: sourceKey } = record.upload;
    const isSameFile = previous === undefined || previous.source_key === sourceKey;
    const versionId = isSameFile ? parseAttemptId(current).version_id : content.source_version_id;
    if (versionId === null) throw new AppError('invalid_state', NO_SOURCE);
    const number = nextAttemptNumber(current, await deps.attempts.list(contentId));
    const ids = { contentId, uploadId, sourceKey, versionId, attempt: number };
    const attempt = newAttempt(ids, deps.now(), false, checkTimeMs());
    const act = restartAct(by, contentId, attemptNumber(current), number);
    if (factsOf(record).current_attempt !== current) return RETRY;
    if (!(await deps.conversions.begin(record, attempt, previous, {}, act))) return RETRY;
    return deps.events.publish('ConversionRequested.v1', { contentId, versionId, attempt: number });
  });
