import { isRunning, parseAttemptId } from '../../domain/conversion/attempt.ts';
import { CLAIM_TIME_MS, type Upload } from '../../domain/uploads/upload.ts';
import type { SweeperDeps } from './deps.ts';

/** Whether a replacement is being converted. It must be kept, because it replaces the current file on success. */
const isBeingConverted = async (
  deps: SweeperDeps,
  { replacement, state, current_attempt: current, content_id: contentId }: Upload,
): Promise<boolean> => {
  if (!replacement || !current || (state !== 'open' && state !== 'completed')) return false;
  const attempt = await deps.attempts.get({ content_id: contentId, ...parseAttemptId(current) });
  return attempt !== undefined && isRunning(attempt);
};

/** Whether the upload was the file of a content item that a legal hold keeps. */
const isKeptByHold = async (deps: SweeperDeps, { state, content_id: id }: Upload): Promise<boolean> =>
  state === 'replaced' && (await deps.content.get(id, { consistent: true }))?.held_since !== undefined;

/** The states in which an upload is aborted after its deadline, unless it must be kept. */
const EXPIRING: readonly Upload['state'][] = ['open', 'completed', 'replaced'];

/**
 * Aborts an upload that no content item claimed in time or that another file replaced, and deletes its data. Also
 * finishes an abort that stopped halfway.
 */
export const sweepUpload = async (deps: SweeperDeps, due: Upload): Promise<void> => {
  const now = deps.now();
  const keep = async (upload: Upload) => (await isBeingConverted(deps, upload)) || isKeptByHold(deps, upload);
  const upload = await deps.uploads.abort(due.key, EXPIRING, new Date(now).toISOString(), { keep });
  if (upload && EXPIRING.includes(upload.state))
    await deps.uploads.postpone(upload, new Date(now + CLAIM_TIME_MS).toISOString());
  if (upload?.state !== 'aborted') return;
  if (upload.s3_upload_id !== undefined) await deps.store.dropParts(upload.key, upload.s3_upload_id);
  const removed = await deps.removeSources(upload.key);
  // The deletion worker removes what a conversion made of it. A failed content item that uses the upload stays.
  if (upload.current_attempt && !upload.replacement)
    await deps.events.publish('ContentDeleted.v1', { contentId: upload.content_id });
  await deps.uploads.markCleaned(upload);
  deps.logger.info('Abandoned upload swept', { contentId: upload.content_id, removed });
};
