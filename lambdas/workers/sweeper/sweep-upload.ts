import { isRunning, parseAttemptId } from '../../domain/conversion/attempt.ts';
import { CLAIM_TIME_MS, type Upload } from '../../domain/uploads/upload.ts';
import type { SweeperDeps } from './deps.ts';

/**
 * Whether the file of an upload beside a content's own is being converted: it takes the other's place when that ends
 * well.
 */
const isAtWork = async (
  deps: SweeperDeps,
  { replacement, state, current_attempt: current, content_id: contentId }: Upload,
): Promise<boolean> => {
  if (!replacement || !current || (state !== 'open' && state !== 'completed')) return false;
  const attempt = await deps.attempts.get({ content_id: contentId, ...parseAttemptId(current) });
  return attempt !== undefined && isRunning(attempt);
};

/**
 * Gives an upload up that no content claimed in time or that another file replaced, and finishes what giving it up
 * before left undone.
 */
export const sweepUpload = async (deps: SweeperDeps, due: Upload): Promise<void> => {
  const now = deps.now();
  const keep = (upload: Upload) => isAtWork(deps, upload);
  const upload = await deps.uploads.abort(due.key, ['open', 'completed', 'replaced'], new Date(now).toISOString(), {
    keep,
  });
  if (upload?.state === 'open' || upload?.state === 'completed')
    await deps.uploads.postpone(upload, new Date(now + CLAIM_TIME_MS).toISOString());
  if (upload?.state !== 'aborted') return;
  if (upload.s3_upload_id !== undefined) await deps.store.dropParts(upload.key, upload.s3_upload_id);
  const removed = await deps.removeSources(upload.key);
  // What a conversion made of it meanwhile goes by the deletion worker; a failed content that stands on it stays.
  if (upload.current_attempt && !upload.replacement)
    await deps.events.publish('ContentDeleted.v1', { contentId: upload.content_id });
  await deps.uploads.markCleaned(upload);
  deps.logger.info('Abandoned upload swept', { contentId: upload.content_id, removed });
};
